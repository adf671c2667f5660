import { createProgress } from "@/bin/progress.mjs";
import { screenBytes, screenTable } from "@/bin/screen-bytes";
import { claimBuild } from "@/server/build";
import { runProgram } from "@/server/run-program";

/** Makes the same build as `npm start`, in advance of an upgrade or for an image. */
const progress = createProgress();
await runProgram(() =>
  progress.step("Building the app", async (note) => {
    const build = await claimBuild({ onOutput: (text) => progress.line(`\n${text}\n`) });
    note(build.made ? build.distDir : "is current");
    progress.line(`\n${screenTable(screenBytes(build.distDir))}\n`);
    build.release();
  }),
);
