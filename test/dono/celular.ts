import { setTimeout as pausar } from 'node:timers/promises'
import { TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'

const PASSO_MS = 30_000

/** A telephone with an authenticator app: it scans a QR code on a screen, and then shows codes. */
export class Celular {
  readonly #conta: TOTP
  #ultimo = 0

  private constructor(conta: TOTP) {
    this.#conta = conta
  }

  static async apontar(pagina: Page, qr: string): Promise<Celular> {
    // The image as rendered: white margin, four pixels per module.
    const { width, data } = await pagina.evaluate<{ width: number; data: number[] }>(`(async () => {
      const img = document.querySelector('${qr}')
      await img.decode()
      const tela = Object.assign(document.createElement('canvas'), { width: 800, height: 800 })
      const papel = tela.getContext('2d')
      papel.fillStyle = '#fff'
      papel.fillRect(0, 0, 800, 800)
      papel.imageSmoothingEnabled = false
      papel.drawImage(img, 50, 50, 700, 700)
      return { width: 800, data: Array.from(papel.getImageData(0, 0, 800, 800).data) }
    })()`)
    const endereco = decodeQR({ width, height: width, data: Uint8Array.from(data) })
    const conta = URI.parse(endereco)
    if (!(conta instanceof TOTP)) throw new Error(`o QR não é de um autenticador: ${endereco.slice(0, 20)}`)
    return new Celular(conta)
  }

  /** The current code; if it was already typed, waits for the next one, as a person does. */
  async codigo(): Promise<string> {
    while (Math.floor(Date.now() / PASSO_MS) <= this.#ultimo) await pausar(500)
    this.#ultimo = Math.floor(Date.now() / PASSO_MS)
    return this.#conta.generate()
  }
}
