"use client";

// An error in a page must not remove the frame.
export { default } from "@/app/error";
