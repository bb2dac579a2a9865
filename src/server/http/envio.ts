/** An upload refused by its form alone (malformed, too large, of another kind): the sentence is shown as it is. */
export class EnvioRecusado extends Error {
  readonly statusCode: 400 | 413 | 415
  constructor(statusCode: 400 | 413 | 415, mensagem: string) {
    super(mensagem)
    this.name = 'EnvioRecusado'
    this.statusCode = statusCode
  }
}
