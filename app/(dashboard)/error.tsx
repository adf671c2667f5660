"use client";

// A page that fails must not take the frame with it.
export { default } from "@/app/error";
