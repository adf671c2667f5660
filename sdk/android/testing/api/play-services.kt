package com.google.android.gms.common

class GooglePlayServicesNotAvailableException : Exception()

class GooglePlayServicesRepairableException : Exception()
