import { type ReactNode, useId } from "react";

/** A section of a long form, with its name. */
export function FormSection({
  title,
  description,
  children,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="-mx-5 grid grid-cols-1 gap-4 border-t px-5 pt-5 pb-1 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <div className="grid gap-0.5">
        <h3 id={id} className="font-semibold text-sm">
          {title}
        </h3>
        {description ? <p className="text-muted text-xs">{description}</p> : null}
      </div>
      {children}
    </section>
  );
}
