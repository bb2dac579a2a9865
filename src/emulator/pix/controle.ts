import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { lerPix } from '#domain/brcode.ts'
import { emCentavos, emReais } from '#domain/dinheiro.ts'
import type { Avisos } from './avisos.ts'
import { atual, type Cobrancas } from './cobrancas.ts'
import type { Cobranca, PixRecebido } from './estado.ts'
import type { Falhas } from './falhas.ts'
import type { Locations } from './locations.ts'
import { letras, type NucleoPix, temChave } from './nucleo.ts'
import { ProblemaPix } from './problema.ts'
import type { Recebidos } from './recebidos.ts'
import { centavosDe, valorDe } from './valor-no-dia.ts'

interface Partes {
  nucleo: NucleoPix
  avisos: Avisos
  cobrancas: Cobrancas
  falhas: Falhas
  locations: Locations
  recebidos: Recebidos
}

/** A payer's bank refuses, in a sentence; 409. */
class Recusa extends Error {}

/** What the page sees and does in the customers' place. Not part of the Pix API: no PSP has anything of the kind. */
export function plugarControle(app: FastifyInstance, partes: Partes) {
  app.addHook('onRoute', (rota) => {
    rota.config = { ...rota.config, publica: true } as typeof rota.config
    rota.logLevel = 'warn'
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, corpo, pronto) => {
    try {
      pronto(null, corpo === '' ? {} : JSON.parse(corpo as string))
    } catch (erro) {
      pronto(Object.assign(erro as Error, { statusCode: 400 }))
    }
  })
  app.setErrorHandler((erro, _request, reply) => {
    if (erro instanceof z.ZodError) {
      const [falha] = erro.issues
      return reply.status(422).send({ message: `${falha?.path.join('.') || 'pedido'}: ${falha?.message}` })
    }
    if (erro instanceof Recusa) return reply.status(409).send({ message: erro.message })
    if (erro instanceof ProblemaPix) return reply.status(erro.http).send({ message: erro.message })
    const { statusCode = 500, message } = erro as Error & { statusCode?: number }
    // The host reports its own refusals, such as a missing session.
    if (statusCode >= 500 || 'codigo' in (erro as object)) throw erro
    return reply.status(statusCode).send({ message: statusCode === 400 ? 'O pedido não pôde ser lido.' : message })
  })
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ message: 'O emulador não tem esse endereço.' }))
  plugarEstado(app, partes)
  plugarPagamento(app, partes)
  plugarFalhas(app, partes)
}

/** As many as the page shows. */
const MAXIMO = 200

function plugarEstado(app: FastifyInstance, { nucleo, avisos, cobrancas, falhas, recebidos }: Partes) {
  const daCobranca = (cobranca: Cobranca) => {
    const { impedimento, total, pagos } = recebidos.consultar(cobranca.txid)
    const pedido = atual(cobranca)
    const { pixCopiaECola } = cobrancas.emJson(cobranca) as { pixCopiaECola?: string }
    return {
      txid: cobranca.txid,
      tipo: cobranca.tipo,
      status: cobranca.status,
      criacao: cobranca.criacao,
      devedor: pedido.devedor ?? null,
      vencimento: 'dataDeVencimento' in pedido.calendario ? pedido.calendario.dataDeVencimento : null,
      original: Number(pedido.valor.original),
      valor: emReais(total),
      copia_e_cola: pixCopiaECola ?? null,
      impedimento,
      pagos,
    }
  }
  app.get('/estado', async () => ({
    relogio: nucleo.agora().toISOString(),
    recebedor: nucleo.recebedor,
    chaves: chavesConhecidas(nucleo),
    webhooks: avisos.todos(),
    falhas: falhas.restam,
    avisos_com_caos: avisos.caos,
    cobrancas: Object.values(nucleo.estado.cobrancas).slice(-MAXIMO).reverse().map(daCobranca),
    pix: nucleo.estado.pix.slice(-MAXIMO).reverse(),
    avisos: avisos.feitos.slice(-MAXIMO).reverse(),
  }))
  app.get('/codigo', async (request) => lerCodigo({ nucleo, recebidos }, Colado.parse(request.query).colado))
}

/** The account's keys or, where it accepts any key, those that the company has used. */
const chavesConhecidas = ({ chaves, estado }: NucleoPix) =>
  chaves ?? [
    ...new Set([...Object.keys(estado.webhooks), ...Object.values(estado.cobrancas).map((uma) => atual(uma).chave)]),
  ]

const Colado = z.object({ colado: z.string().trim().min(1, 'Cole um código Pix.').max(600) })
const valor = z.number().positive('O valor é maior que zero.').max(9_999_999_999)

/** What a pasted code contains, and what it asks now. */
function lerCodigo({ nucleo, recebidos }: Pick<Partes, 'nucleo' | 'recebidos'>, colado: string) {
  const lido = lerPix(colado)
  if ('problema' in lido) throw new Recusa(lido.problema)
  const quem = { nome: lido.nome, cidade: lido.cidade }
  if (lido.forma === 'estatico') {
    if (!temChave(nucleo, lido.chave)) throw new Recusa('A chave deste código não é da empresa do emulador.')
    const asked = lido.valorCentavos === null ? null : emReais(lido.valorCentavos)
    return { forma: lido.forma, ...quem, chave: lido.chave, txid: lido.txid, valor: asked, impedimento: null }
  }
  const location = nucleo.estado.locations.find((uma) => uma.location === lido.url)
  const cobranca = Object.values(nucleo.estado.cobrancas).find(({ locId }) => locId === location?.id)
  if (!location || !cobranca) throw new Recusa('Este código não é de uma cobrança deste emulador.')
  const { impedimento, total } = recebidos.consultar(cobranca.txid)
  return { forma: lido.forma, ...quem, chave: null, txid: cobranca.txid, valor: emReais(total), impedimento }
}

interface Colagem {
  valorCentavos?: number | undefined
  pagador?: z.output<typeof Pagador> | undefined
  aForca?: boolean
}

/** Pays what somebody pasted, of either form, as a banking application does; throws a sentence when it may not be paid. */
export function pagarColado(
  { nucleo, recebidos }: Pick<Partes, 'nucleo' | 'recebidos'>,
  colado: string,
  { valorCentavos, pagador, aForca = false }: Colagem = {},
): PixRecebido {
  const codigo = lerCodigo({ nucleo, recebidos }, colado)
  if (codigo.forma === 'dinamico') {
    const devedor = atual(nucleo.estado.cobrancas[codigo.txid!]!).devedor
    const quanto = valorCentavos === undefined ? {} : { valorCentavos }
    return recebidos.pagar(codigo.txid!, { pagador: quemPaga(pagador, devedor), aForca, ...quanto })
  }
  const centavos = valorCentavos ?? (codigo.valor === null ? 0 : emCentavos(codigo.valor))
  if (centavos === 0) throw new Recusa('Este código não traz o valor: diga quanto pagar.')
  const txid = codigo.txid === null ? {} : { txid: codigo.txid }
  return recebidos.pagarChave(codigo.chave!, centavos, { pagador: quemPaga(pagador, undefined), ...txid })
}

const Pagador = z.object({ nome: z.string().trim().min(1).max(140), documento: z.string().trim().max(20) }).partial()

function plugarPagamento(app: FastifyInstance, partes: Partes) {
  const { nucleo, recebidos } = partes
  const Pagar = Colado.extend({
    valor: valor.optional(),
    pagador: Pagador.optional(),
    a_forca: z.boolean().default(false),
  })
  app.post('/pagar', async (request, reply) => {
    const { colado, valor: outro, pagador, a_forca } = Pagar.parse(request.body)
    const valorCentavos = outro === undefined ? undefined : emCentavos(outro)
    return reply.status(201).send(pagarColado(partes, colado, { valorCentavos, pagador, aForca: a_forca }))
  })

  /** Pays to the key, as a person does who types it. */
  const NaChave = z.object({
    chave: z.string(),
    valor,
    pagador: Pagador.optional(),
    mensagem: z.string().max(140).optional(),
  })
  app.post('/pagar-chave', async (request, reply) => {
    const { chave, valor: quanto, pagador, mensagem } = NaChave.parse(request.body)
    if (!temChave(nucleo, chave)) throw new Recusa('A chave não é da empresa do emulador.')
    const texto = mensagem ? { infoPagador: mensagem } : {}
    const pix = recebidos.pagarChave(chave, emCentavos(quanto), { pagador: quemPaga(pagador, undefined), ...texto })
    return reply.status(201).send(pix)
  })

  /** Refunded by the company's bank or, with `med`, taken back weeks later by the special mechanism. */
  const Devolver = z.object({ valor: valor.optional(), med: z.boolean().default(false) })
  app.post('/pix/:e2eid/devolver', async (request: FastifyRequest<{ Params: { e2eid: string } }>, reply) => {
    const { valor: quanto, med } = Devolver.parse(request.body ?? {})
    const pix = recebidos.obter(request.params.e2eid)
    const centavos = quanto === undefined ? restaDe(pix) : emCentavos(quanto)
    if (centavos <= 0) throw new Recusa('Este Pix já foi devolvido por inteiro.')
    const feita = med
      ? recebidos.devolverPeloMed(pix.endToEndId, centavos)
      : recebidos.devolver(pix.endToEndId, letras(nucleo.acaso, 20), { valor: valorDe(centavos) })
    return reply.status(201).send(feita)
  })
}

const restaDe = ({ valor: total, devolucoes = [] }: PixRecebido) =>
  devolucoes
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((resta, { valor: devolvido }) => resta - centavosDe(devolvido), centavosDe(total))

interface Pessoa {
  nome: string
  cpf?: string
  cnpj?: string
}
const ALGUEM: Pessoa = { nome: 'ANA PAGADORA DE TESTE', cpf: '52998224725' }

/** The payer as typed, else the debtor, else a stand-in: a bank always says who paid. */
function quemPaga(digitado: z.infer<typeof Pagador> | undefined, devedor: Partial<Pessoa> | undefined): Pessoa {
  const documento = digitado?.documento?.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const { cpf, cnpj } = devedor ?? ALGUEM
  const nome = digitado?.nome || devedor?.nome || ALGUEM.nome
  if (documento) return { nome, ...(documento.length > 11 ? { cnpj: documento } : { cpf: documento }) }
  return { nome, ...(cpf !== undefined ? { cpf } : cnpj !== undefined ? { cnpj } : {}) }
}

const LENTA_MS = 6_000
const PROVOCAR = {
  lenta: { como: 'lenta', ms: LENTA_MS },
  fora: { como: 'status', http: 503 },
  limite: { como: 'status', http: 429, retryAfter: 2 },
  pagina: { como: 'pagina' },
  sem_resposta: { como: 'sem_resposta' },
} as const

function plugarFalhas(app: FastifyInstance, { falhas, avisos }: Partes) {
  const Provocar = z.object({
    como: z.enum(['nenhuma', ...(Object.keys(PROVOCAR) as (keyof typeof PROVOCAR)[])]),
    vezes: z.int().min(1).max(1_000).default(1),
  })
  app.post('/falhas', async (request) => {
    const { como, vezes } = Provocar.parse(request.body)
    if (como === 'nenhuma') falhas.esquecer()
    else falhas.provocar(PROVOCAR[como], vezes)
    return { falhas: falhas.restam }
  })
  const Caos = z
    .object({ perder: z.number().min(0).max(1), duplicar: z.number().min(0).max(1), semTxid: z.boolean() })
    .partial()
  app.patch('/avisos', async (request) => Object.assign(avisos.caos, Caos.parse(request.body)))
}
