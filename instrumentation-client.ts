import { config } from "zod";

// Before any schema is made: the content security policy forbids what zod tries otherwise, and reports the attempt.
config({ jitless: true });
