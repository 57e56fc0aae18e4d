import type { ProductFile } from './read-products.ts'

/** The generated registry as TypeScript, whose types are the products' own ids. */
export const registrySource = (products: readonly ProductFile[]): string =>
  `// Generated from the product.json of each folder by \`npm run products\`. Not to be changed by hand.\n\nexport const REGISTRY = ${JSON.stringify(products, null, 2)} as const\n`
