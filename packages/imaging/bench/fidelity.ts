import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { openStudio } from '../src/studio.ts'
import { printFidelity } from '../src/print-fidelity.ts'

// tsx bench/fidelity.ts [only plates whose name holds this]: the figures behind the test of the same name.

const HEXES = ['#FFFFFF', '#25282A']
const studio = await openStudio(PRODUCTS_FOLDER)
const only = process.argv[2] ?? ''

for (const { product, geometry } of studio.plates.filter((plate) =>
  `${plate.product}/${plate.geometry}`.includes(only),
)) {
  const results = await printFidelity(await studio.loadPlate(product, geometry), HEXES)
  results.forEach(({ similarity, difference, seen }, i) =>
    process.stdout.write(
      `${product}/${geometry} ${HEXES[i]}: SSIM ${similarity.toFixed(4)}, mean difference ${difference.toFixed(2)}, ${(100 * seen).toFixed(0)} % of the print seen\n`,
    ),
  )
}
