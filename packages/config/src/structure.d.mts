/** Checks the files of a repository; a path is relative to its root. A violation names its file and the reason. */
export function checkStructure(root: string, paths: string[]): { rules: number; violations: string[] }
