import { type Dia, somarDias } from '#domain/data.ts'
import { type Taxas, valorAtualizado } from '#domain/encargos.ts'
import { documentoDe } from './conciliacao.ts'
import { PRENOMES, RAMOS, SIGLAS, SOBRENOMES } from './empresa-inventada.ts'
import { type Cliente, type Conta, type Empresa, PRIMEIRO, umCnpj } from './precisao-empresa.ts'

/** Incoming money, and the decision that somebody with full knowledge would make. */
export interface Caso {
  tipo: string
  origem: 'pix' | 'ofx' | 'cnab400'
  valorCentavos: number
  memo: string
  nome: string
  nossoNumero: string | null
  txid?: string
  /** A code of this account was sent before. */
  codigoDe: number | null
  /** Somebody typed the payment in on this day. */
  registrado: { contaId: number; dia: Dia } | null
  clienteId: number | null
  certo: { contas: number[] } | { pagamentoId: number }
  partes: { id: number; valorCentavos: number }[]
}

/** The default rates: fine 2 %, interest 1 % a month. */
const TAXAS: Taxas = { multaCentesimos: 200, jurosMesCentesimos: 100 }

/** Kinds of movement in a company's month, with their weights. */
const TIPOS: readonly [keyof Mes, number][] = [
  ['codigo', 28],
  ['boleto', 26],
  ['nota', 24],
  ['varias', 6],
  ['outraPessoa', 3],
  ['tarifa', 2],
  ['faltando', 1],
  ['repetido', 2],
  ['registrado', 5],
  ['estranho', 3],
]
const SORTEIO = TIPOS.flatMap(([tipo, peso]) => Array.from({ length: peso }, () => tipo))

export const criarMes = (empresa: Empresa) => new Mes(empresa)

class Mes {
  readonly #empresa: Empresa
  readonly #pagas: Conta[] = []
  #dia: Dia = PRIMEIRO
  constructor(empresa: Empresa) {
    this.#empresa = empresa
  }

  /** The money of the month's nth business day. */
  viver(n: number, quantos: number): { dia: Dia; casos: Caso[] } {
    this.#dia = somarDias(PRIMEIRO, n + 2 * Math.floor(n / 5))
    const daqui = [...this.#pagas]
    const casos = Array.from({ length: quantos }, () => {
      const tipo = this.#acaso.um(SORTEIO)
      if (tipo === 'repetido') return daqui.length > 0 ? this.repetido(daqui) : this.nota()
      return (this[tipo] as () => Caso).call(this)
    })
    return { dia: this.#dia, casos }
  }

  get #acaso() {
    return this.#empresa.acaso
  }

  #cliente(minimo = 1): { cliente: Cliente; livres: Conta[] } {
    for (;;) {
      const cliente = this.#acaso.um(this.#empresa.clientes)
      const livres = cliente.contas
        .filter(({ livre }) => livre)
        .sort((a, b) => a.vencimento.localeCompare(b.vencimento) || a.id - b.id)
      if (livres.length >= minimo) return { cliente, livres }
    }
  }

  #devido = ({ valorCentavos, vencimento }: Conta) => valorAtualizado(valorCentavos, vencimento, this.#dia, TAXAS)

  /** A movement of a customer for these accounts, which no other movement uses afterwards. */
  #caso(
    tipo: string,
    { cliente, contas, ...outro }: Partial<Caso> & { cliente: Cliente; contas: Conta[]; valorCentavos: number },
  ): Caso {
    for (const conta of contas) conta.livre = false
    let resta = outro.valorCentavos
    const partes = contas.flatMap((conta) => {
      const parte = Math.min(resta, this.#devido(conta))
      resta -= parte
      return parte > 0 ? [{ id: conta.id, valorCentavos: parte }] : []
    })
    return {
      tipo,
      origem: 'ofx',
      memo: '',
      nome: cliente.nome,
      nossoNumero: null,
      codigoDe: null,
      registrado: null,
      clienteId: cliente.id,
      certo: { contas: contas.map(({ id }) => id) },
      partes,
      ...outro,
    }
  }

  #uma() {
    const { cliente, livres } = this.#cliente()
    const conta = this.#acaso.um(livres)
    return { cliente, conta, contas: [conta], valorCentavos: this.#devido(conta) }
  }

  codigo(): Caso {
    const { cliente, conta, contas, valorCentavos } = this.#uma()
    // One in fifty pays another amount than the code asks.
    const falta = this.#acaso.inteiro(50) === 0 ? 1_000 : 0
    if (falta === 0) this.#pagas.push(conta)
    return this.#caso('código pago', {
      cliente,
      contas,
      origem: 'pix',
      codigoDe: conta.id,
      valorCentavos: valorCentavos - falta,
    })
  }

  boleto(): Caso {
    const { cliente, conta, contas, valorCentavos } = this.#uma()
    const metade = this.#acaso.inteiro(30) === 0
    if (!metade) this.#pagas.push(conta)
    return this.#caso('boleto pago', {
      cliente,
      contas,
      origem: 'cnab400',
      nossoNumero: conta.nossoNumero,
      valorCentavos: metade ? Math.floor(conta.valorCentavos / 2) : valorCentavos,
    })
  }

  nota(): Caso {
    const { cliente, conta, contas, valorCentavos } = this.#uma()
    const valor = this.#acaso.um([valorCentavos, valorCentavos, conta.valorCentavos])
    return this.#caso('nota paga por transferência', {
      cliente,
      contas,
      valorCentavos: valor,
      memo: this.#memo(cliente),
    })
  }

  varias(): Caso {
    const { cliente, livres } = this.#cliente(2)
    const contas = livres.slice(0, 2 + this.#acaso.inteiro(livres.length - 1))
    const valorCentavos = contas.reduce((soma, conta) => soma + this.#devido(conta), 0)
    return this.#caso('várias notas de uma vez', { cliente, contas, valorCentavos, memo: this.#memo(cliente) })
  }

  /** A partner, or a relative with the same surname. */
  outraPessoa(): Caso {
    const { cliente, contas, valorCentavos } = this.#uma()
    const documento = documentoDe(5_000_000 + this.#acaso.inteiro(1_000_000))
    const nome = `${this.#acaso.um(PRENOMES)} ${this.#acaso.um(SOBRENOMES)}`
    const memo = `PIX RECEBIDO ${maiusculas(nome)} ${mascarado(documento)}`
    return this.#caso('quem paga não é quem deve', { cliente, contas, valorCentavos, memo })
  }

  tarifa(): Caso {
    const { cliente, contas, valorCentavos } = this.#uma()
    const menos = Math.max(100, valorCentavos - this.#acaso.um([150, 350, 890]))
    const memo = `TED RECEBIDA ${maiusculas(cliente.nome)} ${cliente.documento}`
    return this.#caso('tarifa descontada', { cliente, contas, valorCentavos: menos, memo })
  }

  /** One real short of the oldest account. */
  faltando(): Caso {
    const { cliente, livres } = this.#cliente()
    const [antiga] = livres
    const memo = `TED RECEBIDA ${maiusculas(cliente.nome)} ${cliente.documento}`
    const valorCentavos = Math.floor(this.#devido(antiga!) * 0.6)
    return this.#caso('faltou uma parte', { cliente, contas: [antiga!], valorCentavos, memo })
  }

  /** A boleto paid again on another day, to be refunded in full. */
  repetido(pagas: Conta[]): Caso {
    const conta = this.#acaso.um(pagas)
    const cliente = this.#empresa.clientes[conta.clienteId - 1]!
    const valorCentavos = this.#devido(conta)
    return {
      ...this.#caso('pago duas vezes', {
        cliente,
        contas: [],
        valorCentavos,
        origem: 'cnab400',
        nossoNumero: conta.nossoNumero,
      }),
    }
  }

  /** The customer sent a receipt, somebody typed it in, and then the bank reported it: by statement or by title. */
  registrado(): Caso {
    const { cliente, conta, contas, valorCentavos } = this.#uma()
    const dia = this.#dia
    const comum = { cliente, contas, valorCentavos, registrado: { contaId: conta.id, dia } }
    const como =
      this.#acaso.inteiro(2) === 0
        ? { memo: this.#memo(cliente) }
        : { origem: 'cnab400' as const, nossoNumero: conta.nossoNumero }
    return this.#caso('já registrado à mão', { ...comum, ...como })
  }

  estranho(): Caso {
    const nome = `${this.#acaso.um(RAMOS)} ${this.#acaso.um(SIGLAS)} Fornecedora`
    const memo = `TED RECEBIDA ${maiusculas(nome)} ${umCnpj(90_000_000 + this.#acaso.inteiro(1_000_000))}`
    const cliente = { id: 0, nome, documento: '', contas: [] }
    const valorCentavos = 1_000_000 + this.#acaso.inteiro(9_000_000)
    return { ...this.#caso('de ninguém', { cliente, contas: [], valorCentavos, memo }), clienteId: null }
  }

  /** The payer as banks write it: full or truncated, with the document, a masked one or none; sometimes with the time. */
  #memo({ nome, documento }: Cliente): string {
    const escrito = this.#acaso.proximo() < 0.5 ? maiusculas(nome).slice(0, 20) : maiusculas(nome)
    const sorte = this.#acaso.proximo()
    const visto = documento.length === 11 && sorte < 0.45 ? mascarado(documento) : documento
    const quem = sorte < 0.7 ? `${escrito} ${visto}` : escrito
    return `${this.#acaso.um(['PIX RECEBIDO', 'PIX RECEB', 'TED RECEBIDA', 'TRANSF RECEBIDA'])} ${quem}`
  }
}

const maiusculas = (nome: string) => nome.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
const mascarado = (cpf: string) => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`
