/** A file, or one document of it, that cannot be read; `message` is the Portuguese sentence shown. */
export class ArquivoIlegivel extends Error {
  constructor(mensagem: string) {
    super(mensagem)
    this.name = 'ArquivoIlegivel'
  }
}
