package com.facebook.react.uimanager

abstract class ViewManager<V, S>
