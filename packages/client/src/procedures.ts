import type { AppRouter } from '@printroom/server/app-router'
import type { CallOptions } from './transport.ts'

/*
 * The server's procedures as a program calls them. The build writes these types out: what is published holds what crosses
 * the wire and nothing of the server.
 */

export type Query<Input, Output> = { query(input: Input, options?: CallOptions): Promise<Output> }
export type Mutation<Input, Output> = { mutate(input: Input, options?: CallOptions): Promise<Output> }
export type Subscription<Input, Output> = { subscribe(input: Input, options?: CallOptions): AsyncIterable<Output> }

type Streams = { stream: object } | { readable: unknown } | { bytes: object }
/** What takes or answers bytes is no procedure of the wire. */
type IsOfTheWire<Input, Output> = [Input] extends [Streams] ? false : [Output] extends [Streams] ? false : true

type Def<Type, Input, Output> = { _def: { type: Type; $types: { input: Input; output: Output } } }
type Named<Procedure> =
  Procedure extends Def<infer Type, infer Input, infer Output>
    ? Type extends 'subscription'
      ? Output extends AsyncIterable<infer Item>
        ? Subscription<Input, Item>
        : never
      : IsOfTheWire<Input, Output> extends false
        ? never
        : Type extends 'query'
          ? Query<Input, Output>
          : Mutation<Input, Output>
    : { [Name in keyof Procedure as Named<Procedure[Name]> extends never ? never : Name]: Named<Procedure[Name]> }

export type Procedures = Named<AppRouter['_def']['record']>
