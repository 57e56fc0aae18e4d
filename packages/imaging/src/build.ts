import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { LIST, listSmallStudio } from './small-studio.ts'

// The package's build: the list of the plates in small, for the browser's preview. The files come later (make-plates.ts).

await mkdir(path.dirname(LIST), { recursive: true })
await writeFile(LIST, JSON.stringify(await listSmallStudio(PRODUCTS_FOLDER)))
