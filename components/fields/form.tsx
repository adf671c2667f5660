"use client";

import { createContext, type ReactNode, useContext, useId } from "react";
import {
  type ControllerRenderProps,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useController,
  useForm,
  useFormContext,
} from "react-hook-form";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field, type FieldControl } from "./field";
import { useUnsaved } from "./unsaved";
import { zodResolver } from "./zod-resolver";

/** A failed request may contain errors of single fields. */
type WithFields = Error & { fields?: Record<string, string> };

export type FormOf<Input extends FieldValues, Output = Input> = UseFormReturn<Input, unknown, Output>;

/**
 * A form that is validated by a schema. If `values` change, for instance after a refetch, edited fields keep their
 * input.
 */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  {
    messageOf,
    ...options
  }: { defaultValues?: DefaultValues<Input>; values?: Input; messageOf?: (message: string) => string },
): FormOf<Input, Output> {
  return useForm<Input, unknown, Output>({
    ...options,
    resolver: zodResolver(schema, messageOf),
    resetOptions: { keepDirtyValues: true },
  });
}

/** Shows a failed request's field errors at their fields, and all others at the top of the form. */
function showFailure<Input extends FieldValues, Output>(form: FormOf<Input, Output>, cause: unknown) {
  if (!(cause instanceof Error)) throw cause;
  const known = form.getValues();
  const elsewhere: string[] = [];
  let first = true;
  for (const [name, message] of Object.entries((cause as WithFields).fields ?? {})) {
    const root = name.split(".")[0] as string;
    if (root in known) {
      form.setError(name as FieldPath<Input>, { type: "server", message }, { shouldFocus: first });
      first = false;
    } else elsewhere.push(message);
  }
  if (first || elsewhere.length > 0) {
    form.setError("root.server", { type: "server", message: elsewhere.join(" ") || cause.message });
  }
}

const FormContext = createContext<{ id?: string; lacking?: string | undefined }>({});

type FormProps<Input extends FieldValues, Output> = {
  form: FormOf<Input, Output>;
  /** The form stores nothing, so its input may be discarded with the page. */
  fleeting?: boolean;
  /** The reason why this member may not change anything in the form; all of its fields are then disabled. */
  lacking?: string | undefined;
  /** Rejects to keep the form open with its input. */
  onSubmit: (values: Output) => Promise<unknown>;
  className?: string;
  children: ReactNode;
};

export function Form<Input extends FieldValues, Output>({
  form,
  fleeting,
  lacking,
  onSubmit,
  className,
  children,
}: FormProps<Input, Output>) {
  const id = useId();
  useUnsaved(form.formState.isDirty && !fleeting);
  return (
    <FormProvider {...form}>
      <FormContext value={{ id, lacking }}>
        <form
          id={id}
          noValidate
          // If the form is submitted before the page is interactive, its input must not get into the address.
          method="post"
          className={className}
          onSubmit={(event) => {
            // Forms can be nested through sheets, so the event must only submit this one.
            event.stopPropagation();
            void form.handleSubmit((values) => onSubmit(values).catch((cause) => showFailure(form, cause)))(
              event,
            );
          }}
        >
          {lacking ? (
            <fieldset role="presentation" disabled className="contents">
              {children}
            </fieldset>
          ) : (
            children
          )}
        </form>
      </FormContext>
    </FormProvider>
  );
}

/** Shows the error of the form as a whole. */
export function FormError({ className }: { className?: string }) {
  const { errors } = useFormContext().formState;
  const message = errors.root?.server?.message ?? errors.root?.message;
  if (!message) return null;
  return (
    <Alert tone="danger" live className={className ?? ""}>
      {message}
    </Alert>
  );
}

type FormFieldProps<Input extends FieldValues, Name extends FieldPath<Input>> = {
  // biome-ignore lint/suspicious/noExplicitAny: what the form makes of its input does not matter to a field
  form: FormOf<Input, any>;
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  optional?: boolean;
  inline?: boolean;
  children: (control: FieldControl & ControllerRenderProps<Input, Name>) => ReactNode;
};

export function FormField<Input extends FieldValues, Name extends FieldPath<Input>>({
  form,
  name,
  children,
  ...rest
}: FormFieldProps<Input, Name>) {
  const { field, fieldState } = useController<Input, Name>({ control: form.control, name });
  return (
    <Field error={fieldState.error?.message} {...rest}>
      {(control) => children({ ...control, ...field })}
    </Field>
  );
}

/**
 * Saves, or shows why this member cannot. By default it is enabled after a change; `always` is for forms that create
 * something.
 */
export function SubmitButton({
  children,
  always,
  variant = "primary",
  ...rest
}: {
  children: ReactNode;
  always?: boolean;
  variant?: "primary" | "secondary";
  className?: string;
  /** A form with two such buttons notes which one submits it. */
  onClick?: () => void;
}) {
  const { isSubmitting, isDirty } = useFormContext().formState;
  const { id, lacking } = useContext(FormContext);
  if (lacking) return <span>{lacking}.</span>;
  return (
    <Button
      type="submit"
      form={id}
      variant={variant}
      loading={isSubmitting}
      disabled={!always && !isDirty}
      {...rest}
    >
      {children}
    </Button>
  );
}
