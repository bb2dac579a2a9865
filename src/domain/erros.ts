/** A rule of the business refuses the request: HTTP 409 with `codigo`. `message` is the Portuguese sentence shown. */
export class RegraViolada extends Error {
  readonly codigo: string
  constructor(codigo: string, mensagem: string) {
    super(mensagem)
    this.name = 'RegraViolada'
    this.codigo = codigo
  }
}

/** The record is not there, or is not the user's to see: HTTP 404. */
export class NaoEncontrado extends Error {
  constructor(mensagem = 'Registro não encontrado. Ele pode ter sido removido ou pertencer a outro operador.') {
    super(mensagem)
    this.name = 'NaoEncontrado'
  }
}

/** It was there, and is no more: HTTP 410. */
export class Passado extends Error {
  constructor(mensagem: string) {
    super(mensagem)
    this.name = 'Passado'
  }
}

/** Fields that do not pass: HTTP 422 with `errors`, a list of Portuguese sentences for each field. */
export class CamposInvalidos extends Error {
  readonly campos: Record<string, string[]>
  constructor(campos: Record<string, string[]>) {
    super(Object.values(campos)[0]?.[0] ?? 'Há campos que precisam de atenção.')
    this.name = 'CamposInvalidos'
    this.campos = campos
  }
}

/** Not signed in, or the sign-in needs another step (`codigo`): HTTP 401. */
export class NaoAutenticado extends Error {
  readonly codigo: string | undefined
  constructor(mensagem = 'Sua sessão terminou. Entre de novo para continuar.', codigo?: string) {
    super(mensagem)
    this.name = 'NaoAutenticado'
    this.codigo = codigo
  }
}

/** The user may not do this, or not yet (`codigo` says what is wanted first): HTTP 403. */
export class Proibido extends Error {
  readonly codigo: string | undefined
  constructor(mensagem = 'Você não tem permissão para fazer isto.', codigo?: string) {
    super(mensagem)
    this.name = 'Proibido'
    this.codigo = codigo
  }
}

/** Too many in too little time: HTTP 429 with `Retry-After`. */
export class MuitasTentativas extends Error {
  readonly esperaEmSegundos: number
  constructor(esperaEmSegundos: number, mensagem: string) {
    super(mensagem)
    this.name = 'MuitasTentativas'
    this.esperaEmSegundos = esperaEmSegundos
  }
}
