import { IncomingMessage } from 'node:http'
import { AppError } from '@printroom/core/errors'

/** So many pieces may a body come in, however short they are; and one more for each of so many bytes. */
const PIECES = 2_000
const PIECE_BYTES = 128

/**
 * A request whose body may not come in very many very small pieces. Each piece that a client cuts its body into (chunked
 * transfer coding, RFC 9112, 7.1) costs some microseconds of this process before anybody has asked who sends it: a
 * megabyte in pieces of one byte holds everybody else for seconds, and takes six megabytes to send.
 *
 * Node makes its requests of this class. What comes after the limit is not read: whoever reads the body hears of a fault of
 * the client's, at once or when they begin to, and no body is ever taken for whole that was cut.
 */
export class WholesomeRequest extends IncomingMessage {
  private pieces = 0
  private bytes = 0
  private isCut = false
  private isRefused = false

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    this.pieces += 1
    this.bytes += piece?.length ?? 0
    this.isCut ||= this.pieces > PIECES + this.bytes / PIECE_BYTES
    if (!this.isCut) return super.push(piece, encoding)
    if (!this.isRefused) this.refuse(piece === null)
    return false // what Node answers by reading no more of the connection until the body is asked for
  }

  private refuse(isEnd: boolean): void {
    this.isRefused = this.listenerCount('error') > 0
    if (this.isRefused) this.emit('error', tooManyPieces())
    else if (isEnd) this.destroy()
  }
}

const tooManyPieces = (): AppError =>
  new AppError('bad_input', { error: 'This body comes in too many small pieces. Send it in larger ones.' })
