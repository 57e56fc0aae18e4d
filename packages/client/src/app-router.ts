import type {
  TRPCBuiltRouter,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
} from '@trpc/server'
import type { Mutation, Procedures, Query, Subscription } from './procedures.ts'
import type { ErrorBody } from './wire.ts'

type Io<Input, Output> = { input: Input; output: Output; meta: unknown }
type Built<Procedure> =
  Procedure extends Query<infer Input, infer Output>
    ? TRPCQueryProcedure<Io<Input, Output>>
    : Procedure extends Mutation<infer Input, infer Output>
      ? TRPCMutationProcedure<Io<Input, Output>>
      : Procedure extends Subscription<infer Input, infer Output>
        ? TRPCSubscriptionProcedure<Io<Input, AsyncIterable<Output>>>
        : { [Name in keyof Procedure]: Built<Procedure[Name]> }

type Root = {
  ctx: object
  meta: object
  errorShape: {
    message: string
    code: number
    data: { code: string; httpStatus: number; path?: string; app: ErrorBody & { status: number } }
  }
  transformer: false
}

/** The server's router for tRPC's own clients: `createTRPCClient<AppRouter>({ links })`. Needs `@trpc/server` for its types. */
export type AppRouter = TRPCBuiltRouter<Root, { [Name in keyof Procedures]: Built<Procedures[Name]> }>
