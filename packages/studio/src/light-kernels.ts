import { KINDS, forRuns } from './runs.ts'
import { type Expr, type Local, type Value, f32, f32x4, i32, v128 } from './instructions.ts'
import { kernel } from './wasm.ts'

/** Bytes of a pixel of light: three channels and a fourth lane. */
export const LANES = 16
/** Bytes of a pixel of the product: diffuse light with coverage in the fourth lane, then gloss. */
export const PRODUCT = 32

/** The light of a code at range 1, in all lanes: codes are square roots. */
const lightOf = (squares: Local<'i32'>, code: Value<'i32'>): Expr<'v128'> => v128.loadSplat(i32.add(squares, i32.shl(code, 2)))

const total = (parts: readonly Expr<'v128'>[]): Expr<'v128'> => parts.reduce((sum, part) => f32x4.add(sum, part))

/** Light of one group of an empty ground at a pixel, before its gain. */
const groundLight = (channels: 1 | 3, squares: Local<'i32'>, at: Expr<'i32'>): Expr<'v128'> =>
  channels === 1 ? lightOf(squares, i32.load8(at)) : f32x4.of(v128.widen16(v128.widen8(v128.load32(at))))

const squared = (channels: 1 | 3, value: Local<'v128'>): Expr<'v128'> => (channels === 1 ? value : f32x4.mul(value, value))

/** Rows of three codes; the gains have 255² in them where the pixels have three channels. */
const mixGround = (channels: 1 | 3) =>
  kernel({ key: 'i32', fill: 'i32', env: 'i32', gains: 'i32', squares: 'i32', count: 'i32' }, ['out'], (p, body) => {
    const gains = [0, 1, 2].map((group) => body.let(v128.load(p.gains, group * LANES)))
    body.for(0, p.count, (x) => {
      const at = channels === 3 ? body.let(i32.mul(x, 3)) : x
      const parts = [p.key, p.fill, p.env].map((row, group) => {
        const light = body.let(groundLight(channels, p.squares, i32.add(row, at)))
        return f32x4.mul(squared(channels, light), gains[group]!)
      })
      body.store(i32.add(p.out, i32.shl(x, 4)), total(parts))
    })
  })

/** Light with the product over light without it, each group weighed by the light of a ground that has a picture. */
const ratioOnGround = (channels: 1 | 3) =>
  kernel(
    {
      rows: 'i32',
      stride: 'i32',
      key: 'i32',
      fill: 'i32',
      env: 'i32',
      columns: 'i32',
      gains: 'i32',
      squares: 'i32',
      count: 'i32',
    },
    ['out'],
    (p, body) => {
      body.for(0, p.count, (x) => {
        const column = body.let(i32.load(i32.add(p.columns, i32.shl(x, 2))))
        const at = channels === 3 ? body.let(i32.mul(column, 3)) : column
        const all = body.lanes(0)
        const line = body.lanes(0)
        ;[p.key, p.fill, p.env].forEach((ground, group) => {
          const code = (layer: number) =>
            lightOf(p.squares, i32.load8(i32.add(i32.add(p.rows, x), i32.mul(p.stride, 2 * group + layer))))
          const gain = (of: number) => v128.load(p.gains, (3 * group + of) * LANES)
          const light = body.let(groundLight(channels, p.squares, i32.add(ground, at)))
          const share = body.let(f32x4.mul(squared(channels, light), gain(0)))
          body.add(all, share)
          body.add(line, f32x4.mul(share, f32x4.add(f32x4.mul(code(0), gain(1)), f32x4.mul(code(1), gain(2)))))
        })
        // Where there is no light there is no shadow.
        const least = 1e-9
        body.store(i32.add(p.out, i32.shl(x, 4)), f32x4.div(f32x4.add(line, least), f32x4.add(all, least)))
      })
    },
  )

/**
 * Means of `taps` neighbours, by a table of their first one's offset and of their weights; `lanes` vectors a pixel. In
 * all runs of a list but those of the kind `except`.
 */
const gather = (taps: 2 | 4, lanes: 1 | 2) =>
  kernel({ offsets: 'i32', weights: 'i32', except: 'i32', out: 'i32' }, ['from', 'list'], (p, body) => {
    forRuns(body, p.list, (kind, first, end) =>
      body.if(i32.ne(kind, p.except), () =>
        body.for(first, end, (i) => {
          const at = body.let(i32.add(p.from, i32.load(i32.add(p.offsets, i32.shl(i, 2)))))
          const table = body.let(i32.add(p.weights, i32.mul(i, taps * 4)))
          const weights = Array.from({ length: taps }, (_, tap) => body.let(v128.loadSplat(table, tap * 4)))
          const to = body.let(i32.add(p.out, i32.mul(i, lanes * LANES)))
          for (let lane = 0; lane < lanes; lane++) {
            const parts = weights.map((weight, tap) => f32x4.mul(weight, v128.load(at, (tap * lanes + lane) * LANES)))
            body.store(to, total(parts), lane * LANES)
          }
        }),
      ),
    )
  })

/** The mean of two or four rows of vectors, from byte `from` to `end`, with as many weights. */
const blend = (taps: 2 | 4) =>
  kernel({ out: 'i32' }, ['a', 'b', 'c', 'd', 'weights', 'from', 'end'], (p, body) => {
    const rows = [p.a, p.b, p.c, p.d].slice(0, taps)
    const weights = rows.map((_, i) => body.let(v128.loadSplat(p.weights, 4 * i)))
    body.for(
      p.from,
      p.end,
      (at) => {
        body.store(i32.add(p.out, at), total(rows.map((row, i) => f32x4.mul(weights[i]!, v128.load(i32.add(row, at))))))
      },
      LANES,
    )
  })

export const lightKernels = {
  /**
   * The product's light in a row: codes of white and black plates of three groups, `stride` apart. `gains` holds
   * vectors: of white, of black (both for the diffuse light) and of black again, for the gloss; three each. Of gloss as
   * faint as `faint` half is kept, the fainter the less.
   */
  mixProduct: kernel(
    { rows: 'i32', stride: 'i32', coverage: 'i32', gains: 'i32', faint: 'f32', squares: 'i32' },
    ['first', 'end', 'out'],
    (p, body) => {
      const gains = Array.from({ length: 9 }, (_, i) => body.let(v128.load(p.gains, i * LANES)))
      const rows = Array.from({ length: 6 }, (_, i) => body.let(i32.add(p.rows, i32.mul(p.stride, i))))
      body.for(p.first, p.end, (x) => {
        const codes = rows.map((row) => body.let(lightOf(p.squares, i32.load8(i32.add(row, x)))))
        const [white, black] = [codes.filter((_, i) => i % 2 === 0), codes.filter((_, i) => i % 2 === 1)]
        const weighed = (of: readonly Local<'v128'>[], from: number) => of.map((code, i) => f32x4.mul(code, gains[from + i]!))
        const diffuse = f32x4.max(total([...weighed(white, 0), ...weighed(black, 3)]), 0)
        const coverage = body.let(f32.mul(f32.of(i32.load8(i32.add(p.coverage, x))), 1 / 255))
        const to = body.let(i32.add(p.out, i32.shl(x, 5)))
        body.store(to, f32x4.withLane(diffuse, 3, coverage))
        // Where there is no gloss nothing is divided by nothing.
        const gloss = body.let(total(weighed(black, 6)))
        const least = body.let(f32x4.splat(f32.add(f32.mul(p.faint, coverage), 1e-9)))
        body.store(to, f32x4.div(f32x4.mul(gloss, gloss), f32x4.add(gloss, least)), LANES)
      })
    },
  ),
  /** The shadow on a plain ground, which all groups light alike: six rows of codes, six gains. */
  ratioOnPaper: kernel({ rows: 'i32', stride: 'i32', gains: 'i32', squares: 'i32', count: 'i32' }, ['out'], (p, body) => {
    const gains = Array.from({ length: 6 }, (_, i) => body.let(v128.load(p.gains, i * LANES)))
    const rows = Array.from({ length: 6 }, (_, i) => body.let(i32.add(p.rows, i32.mul(p.stride, i))))
    body.for(0, p.count, (x) => {
      const parts = rows.map((row, i) => f32x4.mul(lightOf(p.squares, i32.load8(i32.add(row, x))), gains[i]!))
      body.store(i32.add(p.out, i32.shl(x, 4)), total(parts))
    })
  }),
  ratioOnGrey: ratioOnGround(1),
  ratioOnColour: ratioOnGround(3),
  mixGrey: mixGround(1),
  mixColour: mixGround(3),
  /** Eases shadows fainter than `faint` out of a row, in place; deep ones lose about as much. */
  whiten: kernel({ count: 'i32', faint: 'f32' }, ['row'], (p, body) => {
    const faint = body.let(f32x4.splat(p.faint))
    body.for(0, p.count, (x) => {
      const at = body.let(i32.add(p.row, i32.shl(x, 4)))
      const shade = body.let(f32x4.max(f32x4.sub(1, v128.load(at)), 0))
      body.store(at, f32x4.sub(1, f32x4.div(f32x4.mul(shade, shade), f32x4.add(shade, faint))))
    })
  }),
  /** Repeats a row's outermost pixels, of `bytes` each, four times beyond its sides; `last` is where the last one begins. */
  repeatEnds: kernel({ bytes: 'i32', last: 'i32' }, ['row'], (p, body) => {
    body.for(0, p.bytes, (at) => {
      const from = body.let(i32.add(p.row, at))
      const ends = [from, body.let(i32.add(from, p.last))].map((end) => body.let(v128.load(end)))
      for (let beyond = 1; beyond <= 4; beyond++) {
        const way = i32.mul(p.bytes, beyond)
        body.store(i32.sub(from, way), ends[0]!)
        body.store(i32.add(i32.add(from, p.last), way), ends[1]!)
      }
    }, LANES)
  }),
  blendTwo: blend(2),
  blendFour: blend(4),
  gatherTwo: gather(2, 1),
  gatherFour: gather(4, 1),
  gatherProduct: gather(4, 2),
  /** Ground times the shadow on it, where the list has ground. */
  shade: kernel({ out: 'i32' }, ['ground', 'ratio', 'list'], (p, body) => {
    forRuns(body, p.list, (kind, first, end) =>
      body.if(i32.ne(kind, KINDS.product), () =>
        body.for(i32.shl(first, 4), i32.shl(end, 4), (at) => {
          body.store(i32.add(p.out, at), f32x4.mul(v128.load(i32.add(p.ground, at)), v128.load(i32.add(p.ratio, at))))
        }, LANES),
      ),
    )
  }),
}
