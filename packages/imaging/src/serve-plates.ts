import { createServer } from 'node:http'
import { openSmallPlates, type Piece } from './small-plates.ts'

// Makes the small plates that are wanted before make-plates.ts has come to them: `POST /<file>` answers 204 when the file is
// there. On loopback: the HTTP server in front, which decodes no pictures, asks it.

const [port, folder] = process.argv.slice(2)
if (!port || !folder) throw new Error('serve-plates.ts <port> <folder>')
const pieceOf = new Map((await openSmallPlates(folder)).flatMap((piece) => piece.files.map((file) => [file, piece])))
/** However many ask for a piece, it is made once. */
const making = new Map<Piece, Promise<void>>()

const server = createServer((request, response) => {
  const piece = pieceOf.get(request.url?.slice(1) ?? '')
  const answer = (status: number) => void response.writeHead(status).end()
  if (!piece) return answer(404)
  make(piece).then(
    () => answer(204),
    (error: unknown) => {
      console.error(error)
      answer(500)
    },
  )
})
server.listen(Number(port), '127.0.0.1', () => console.log('makes what a page asks for before its turn'))

async function make(piece: Piece): Promise<void> {
  if (piece.isMade()) return
  const begun = making.get(piece) ?? piece.make().finally(() => making.delete(piece))
  making.set(piece, begun)
  await begun
}
