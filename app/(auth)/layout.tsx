import type { ReactNode } from "react";
import { DataProvider } from "@/app/(dashboard)/shell/data";
import { LanguageSelect } from "@/components/fields/language-select";
import { Mark } from "@/components/mark";
import { HillDrawing } from "./contours";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <div className="grid min-h-dvh lg:grid-cols-[minmax(30rem,5fr)_6fr]">
        <div className="flex flex-col px-6 py-6 sm:px-10">
          <header className="flex items-center gap-2 font-semibold tracking-tight">
            <Mark />
            Cairn
          </header>
          <main className="m-auto w-full max-w-88 py-10">{children}</main>
          <footer>
            <LanguageSelect size="sm" className="w-32" />
          </footer>
        </div>
        <div className="relative overflow-hidden border-s bg-canvas max-lg:hidden">
          <HillDrawing />
        </div>
      </div>
    </DataProvider>
  );
}
