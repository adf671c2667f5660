package com.facebook.react

import com.facebook.react.bridge.NativeModule
import com.facebook.react.bridge.ReactApplicationContext
import com.facebook.react.uimanager.ViewManager

interface ReactPackage {
    fun createNativeModules(context: ReactApplicationContext): List<NativeModule>

    fun createViewManagers(context: ReactApplicationContext): List<ViewManager<*, *>>
}
