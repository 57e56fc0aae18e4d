import { copyCommand } from '../src/storage/copy-command.ts'

process.exitCode = await copyCommand(process.argv.slice(2), process.env)
