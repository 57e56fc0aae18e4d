import type { appRouter } from '../app-router.ts'

export type Caller = ReturnType<typeof appRouter.createCaller>
/** Any procedure that answers this, whatever it takes. */
export type Procedure<Answer> = (input: never) => Promise<Answer>

/**
 * Calls a procedure with what came over HTTP, which nobody has looked at yet: the procedure's schema does, behind its checks
 * of session and text, so that a REST path refuses exactly what tRPC refuses.
 * @throws TRPCError, ZodError in it where the input does not fit
 */
export const callWith = <Answer>(procedure: Procedure<Answer>, input: unknown): Promise<Answer> =>
  (procedure as (input: unknown) => Promise<Answer>)(input)
