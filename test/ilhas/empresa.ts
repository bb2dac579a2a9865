import { setTimeout as pausar } from 'node:timers/promises'
import { CONTA_PADRAO } from '#emulator/conta.ts'
import { esperar } from './programa.ts'

export const ADMIN = { email: 'admin@exemplo.com.br', password: 'Conferencia-2026-forte' }
const ANA = { name: 'Ana', email: 'ana@exemplo.com.br', password: 'Operadora-2026-forte' }

/** Settings of every node in a drill; the engine selects nobody by itself. */
export const ambienteDoNo = (whatsapp: string, porSegundo: number): Record<string, string> => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  DEMO: '0',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  COLLECTION_ENGINE: 'off',
  WHATSAPP_MAX_MPS: String(porSegundo),
  WHATSAPP_EMULATOR: '0',
  WHATSAPP_API_URL: whatsapp,
  WHATSAPP_TOKEN: CONTA_PADRAO.token,
  WHATSAPP_PHONE_NUMBER_ID: CONTA_PADRAO.phoneNumberId,
  WHATSAPP_BUSINESS_ACCOUNT_ID: CONTA_PADRAO.businessAccountId,
  WHATSAPP_APP_SECRET: CONTA_PADRAO.appSecret,
  WHATSAPP_VERIFY_TOKEN: CONTA_PADRAO.verifyToken,
})

/** A person at a screen: each call opens its own connection, and is abandoned after a while. */
export class Pessoa {
  readonly #url: string
  #token = ''

  private constructor(url: string) {
    this.#url = url
  }

  static async entrar(url: string, { email, password }: typeof ADMIN): Promise<Pessoa> {
    const pessoa = new Pessoa(url)
    pessoa.#token = (await pessoa.pedir('POST', '/api/login', { email, password })).token
    return pessoa
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever the call answers
  async pedir(metodo: string, caminho: string, corpo?: object | FormData, prazoMs = 60_000): Promise<any> {
    const arquivo = corpo instanceof FormData
    const resposta = await fetch(this.#url + caminho, {
      method: metodo,
      signal: AbortSignal.timeout(prazoMs),
      headers: {
        connection: 'close',
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(corpo && !arquivo && { 'content-type': 'application/json' }),
      },
      ...(corpo && { body: arquivo ? corpo : JSON.stringify(corpo) }),
    })
    const texto = await resposta.text()
    if (!resposta.ok) throw new Error(`${metodo} ${caminho}: ${resposta.status} ${texto.slice(0, 200)}`)
    return texto ? JSON.parse(texto) : null
  }
}

/** A company with this many customers due, an operator with one customer, and approved templates. */
export async function fundarEmpresa(url: string, clientes: number) {
  const admin = await Pessoa.entrar(url, ADMIN)
  await admin.pedir('POST', '/api/admin/operadores', { ...ANA, password_confirmation: ANA.password })
  const ana = await Pessoa.entrar(url, ANA)
  const form = new FormData()
  form.append('csv_file', new Blob([planilha(clientes)], { type: 'text/csv' }), 'clientes.csv')
  const { importados } = await ana.pedir('POST', '/api/operador/clientes/importar-csv', form, 600_000)
  if (importados !== clientes) throw new Error(`só ${importados} de ${clientes} clientes foram importados`)
  await esperar('os modelos estão aprovados', async () => {
    const modelos = await admin.pedir('POST', '/api/admin/configuracoes/mensagens/sincronizar', {})
    return ['lembrete', 'vencimento', 'atraso', 'atraso_grave'].every((tipo) => modelos[tipo]?.situacao === 'aprovado')
  })
  const { data } = await ana.pedir('GET', '/api/operador/clientes/ativos?per_page=1&carteira=todas')
  return { admin, ana, cliente: data[0].id as number }
}

const planilha = (quantos: number) => {
  const ontem = new Date(Date.now() - 86_400_000 * 6).toISOString().slice(0, 10)
  const linhas = Array.from({ length: quantos }, (_, i) => {
    const telefone = `+55119${String(80_000_000 + i)}`
    return `Cliente ${i};${cpf(i)};${telefone};;;NF-${i};100,00;${ontem.split('-').reverse().join('/')}`
  })
  return ['nome;documento;telefone;email;codigo_externo;conta_numero;valor;vencimento', ...linhas].join('\n')
}

function cpf(n: number): string {
  const digitos = String(100_000_000 + n)
    .split('')
    .map(Number)
  for (const tamanho of [9, 10]) {
    const soma = digitos.reduce((total, digito, i) => total + digito * (tamanho + 1 - i), 0)
    digitos.push(((soma * 10) % 11) % 10)
  }
  return digitos.join('')
}

/** Repeats a call as fast as one person could, and measures how long it failed. */
class Insistencia {
  readonly #feitas: number[] = []
  #fim = false
  readonly #laco: Promise<void>

  constructor(pedir: (n: number) => Promise<unknown>) {
    this.#laco = this.#insistir(pedir)
  }

  async #insistir(pedir: (n: number) => Promise<unknown>) {
    for (let n = 0; !this.#fim; n += 1) {
      const foi = await pedir(n).then(
        () => true,
        () => false,
      )
      if (foi) this.#feitas.push(performance.now())
      await pausar(50)
    }
  }

  /** The longest time since `desde` without a success. */
  parada(desde: number): number {
    const depois = [desde, ...this.#feitas.filter((em) => em > desde), performance.now()]
    return Math.max(...depois.slice(1).map((em, i) => em - depois[i]!))
  }

  async parar() {
    this.#fim = true
    await this.#laco
  }
}

/** How long a person waits for an answer. */
const PACIENCIA_MS = 2_000

/** Writes notes, and remembers which were acknowledged: those must be in the database. */
export class Escrita extends Insistencia {
  readonly escritas: Set<string>

  constructor(quem: Pessoa, cliente: number) {
    const escritas = new Set<string>()
    super(async (n) => {
      const texto = `nota ${n}`
      await quem.pedir('POST', `/api/operador/clientes/${cliente}/anotacoes`, { texto }, PACIENCIA_MS)
      escritas.add(texto)
    })
    this.escritas = escritas
  }
}

export const lerCarteira = (quem: Pessoa) =>
  new Insistencia(() =>
    quem.pedir('GET', '/api/operador/clientes/ativos?per_page=25&carteira=todas', undefined, PACIENCIA_MS),
  )

/** What WhatsApp accepted: how many people, whether anybody twice, and the longest gap. */
export class Envios {
  readonly #url: string
  readonly #vistas: { em: number; quantas: number }[] = []
  #fim = false
  readonly #laco: Promise<void>

  constructor(emulador: string) {
    this.#url = `${emulador}/emulador/api`
    this.#laco = this.#olhar()
  }

  async #olhar() {
    while (!this.#fim) {
      const quantas = await this.quantas().catch(() => null)
      if (quantas !== null && quantas !== this.#vistas.at(-1)?.quantas)
        this.#vistas.push({ em: performance.now(), quantas })
      await pausar(100)
    }
  }

  async quantas(): Promise<number> {
    const { contagem } = (await (await fetch(`${this.#url}/estado`)).json()) as { contagem: { aceitas: number } }
    return contagem.aceitas
  }

  /** The longest time since `desde` without an accepted message. */
  parada(desde: number): number {
    const depois = [desde, ...this.#vistas.map(({ em }) => em).filter((em) => em > desde)]
    return Math.max(0, ...depois.slice(1).map((em, i) => em - depois[i]!))
  }

  async repetidas(): Promise<string[]> {
    const { data } = (await (await fetch(`${this.#url}/envios`)).json()) as { data: { telefone: string }[] }
    const telefones = data.map((um) => um.telefone)
    return telefones.filter((um, i) => telefones.indexOf(um) !== i)
  }

  async parar() {
    this.#fim = true
    await this.#laco
  }
}
