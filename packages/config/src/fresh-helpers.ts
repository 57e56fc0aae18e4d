// For packages whose test files share a process: what a test file imports of its own package's `test` folder is evaluated
// anew for each, with the server and the database that it opens. Only the sources, which hold neither, are shared.

type EvaluatedModules = {
  idToModuleMap: Map<string, { file: string }>
  invalidateModule(module: { file: string }): void
}

const { evaluatedModules, config } = (globalThis as unknown as { __vitest_worker__: State }).__vitest_worker__
type State = { evaluatedModules: EvaluatedModules; config: { root: string } }

for (const module of evaluatedModules.idToModuleMap.values())
  if (module.file.startsWith(`${config.root}/test/`)) evaluatedModules.invalidateModule(module)
