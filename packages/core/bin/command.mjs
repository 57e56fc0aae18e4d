// The commands for operators. Plain JavaScript, as the one place of this package that hands the environment on.
import { backUpCommand, restoreCommand } from '../src/operations/backup-command.ts'
import { copyCommand } from '../src/operations/copy-storage-command.ts'

const COMMANDS = { backup: backUpCommand, restore: restoreCommand, 'storage:copy': copyCommand }
const [name, ...args] = process.argv.slice(2)
process.exitCode = await COMMANDS[name](args, process.env)
