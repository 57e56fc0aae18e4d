import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const CODE = /\.(ts|tsx|mts|mjs|js|py)$/
const TEXT =
  /\.(ts|tsx|mts|mjs|js|py|json|yaml|yml|toml|md|prisma|sql|css|html|sh|txt|csv)$|(^|\/)(Dockerfile|\.[^/.]+|\.env\.example|run)$/
/** Longer text is data. */
const LARGEST_TEXT_BYTES = 2_000_000

/** Every file with what the rules ask about it: its package, whether it is a test, its text read when asked for. */
export function listTree(root, paths) {
  return paths
    .filter((path) => existsSync(join(root, path)))
    .map((path) => {
      const [group, name] = path.split('/')
      const { size } = statSync(join(root, path))
      return {
        path,
        size,
        isCode: CODE.test(path),
        isText: TEXT.test(path) && size <= LARGEST_TEXT_BYTES,
        isTest: /\/(test|e2e|bench)\/|\.test\.tsx?$/.test(path),
        /** Shown to people as programs of their own; nothing of ours runs them but their test. */
        isSample: path.startsWith('apps/server/samples/'),
        /** `vite.config.ts` and the like at a package's top: read by a tool, not by our processes. */
        isToolConfig: /^[^/]+\/[^/]+\/[^/]+\.config\.\w+$/.test(path),
        package: group === 'apps' || group === 'packages' ? name : undefined,
        folder: group === 'apps' || group === 'packages' ? `${group}/${name}` : undefined,
        text: () => readFileSync(join(root, path), 'utf8'),
      }
    })
}
