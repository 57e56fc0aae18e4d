import { backdropKernels } from '../backdrop/backdrop-kernels.ts'
import { inkKernels } from '../design/ink-kernels.ts'
import { printKernel } from '../design/print-kernel.ts'
import { resampleKernels } from '../geometry/resample-kernels.ts'
import { uvKernels } from '../geometry/uv-kernels.ts'
import { lightKernels } from '../light/light-kernels.ts'
import { clothKernel } from '../material/cloth-kernel.ts'
import { glazeKernel } from '../material/glaze-kernel.ts'
import { sheenKernel } from '../material/sheen-kernel.ts'
import { toneMapKernel } from '../tone/tone-map-kernel.ts'
import { assemble, createMemory } from '@printroom/wasm-assembler/assembler'
import { findSpansKernel } from './spans.ts'

/** Every kernel of the compositor, by the name that it is run by. */
const kernels = {
  ...lightKernels,
  ...backdropKernels,
  ...resampleKernels,
  ...uvKernels,
  ...inkKernels,
  paintCloth: clothKernel,
  paintGlaze: glazeKernel,
  addSheen: sheenKernel,
  print: printKernel,
  findSpans: findSpansKernel,
  toneMap: toneMapKernel,
}

/** An address in the runtime's memory, a multiple of 16. */
export type Pointer = number

const PAGE_BYTES = 65_536

/** Bytes that may be read past the end of anything: the loops load more than they use. */
const SLACK_BYTES = 128

export type KernelRuntime = ReturnType<typeof createRuntime>

let made: KernelRuntime | undefined

/** The thread's runtime, cleared for a new picture. Only one picture is made at a time, since making one never waits. */
export function startRuntime(): KernelRuntime {
  made ??= createRuntime()
  made.startPicture()
  return made
}

/** The loops and their memory: tables that stay, and above them whatever the picture at hand needs. */
function createRuntime() {
  const memory = createMemory(16)
  const kept = new Map<string, Pointer>()
  let floor = 16
  let top = floor

  const allocate = (bytes: number): Pointer => {
    const at = top
    top = Math.ceil((top + bytes + SLACK_BYTES) / 16) * 16
    const missing = top - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
    return at
  }
  let heap = new Uint8Array(memory.buffer)
  /** All of the memory as bytes. Growing it makes the old window empty. */
  const bytes = (): Uint8Array => (heap.length > 0 ? heap : (heap = new Uint8Array(memory.buffer)))
  const put = (values: ArrayBufferView): Pointer => {
    const at = allocate(values.byteLength)
    bytes().set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at)
    return at
  }
  const run = assemble(kernels, memory, put)

  return {
    run,
    /** Room for the picture at hand, with anything in it. */
    allocate,
    bytes,
    /** Zeros from an address on. */
    clear: (at: Pointer, length: number): void => void bytes().fill(0, at, at + length),
    /** Room filled with zeros. */
    allocateZeroed(length: number): Pointer {
      const at = allocate(length)
      bytes().fill(0, at, at + length)
      return at
    },
    /** A copy of the values for the picture at hand. */
    put,
    putFloats: (values: readonly number[]): Pointer => put(Float32Array.from(values)),
    /** A table that stays for all pictures, made once. Asked for before anything is allocated. */
    keep(name: string, make: () => ArrayBufferView): Pointer {
      const found = kept.get(name)
      if (found !== undefined) return found
      if (top !== floor) throw new Error(`the table ${name} is wanted too late`)
      const at = put(make())
      floor = top
      kept.set(name, at)
      return at
    },
    /** Windows on the memory; good until something more is allocated. */
    floats: (at: Pointer, length: number) => new Float32Array(memory.buffer, at, length),
    integers: (at: Pointer, length: number) => new Int32Array(memory.buffer, at, length),
    startPicture(): void {
      top = floor
    },
  }
}
