import { EnvioRecusado } from '#server/http/envio.ts'

/** A file, or one document of it, that cannot be read; `message` is the Portuguese sentence shown. */
export class ArquivoIlegivel extends Error {
  constructor(mensagem: string) {
    super(mensagem)
    this.name = 'ArquivoIlegivel'
  }
}

export class CorpoMalformado extends EnvioRecusado {
  constructor(mensagem: string) {
    super(400, mensagem)
  }
}

/** More than is taken. */
export class ArquivoGrande extends EnvioRecusado {
  constructor(mensagem: string) {
    super(413, mensagem)
  }
}

export class TipoNaoAceito extends EnvioRecusado {
  constructor(mensagem: string) {
    super(415, mensagem)
  }
}
