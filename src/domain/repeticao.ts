import { diaBancario, proximoDiaBancario } from './calendario.ts'
import { type Dia, somarDias } from './data.ts'
import type { Movimento } from './movimento.ts'
import type { Pagador, Sinais } from './pagador.ts'
import { normalizar } from './texto.ts'

/**
 * What identifies a movement, whatever file brings it. For a Pix its end-to-end id, and each refund's own id too; for a
 * return's line bank, account, title, code, day and amount; for a statement's line account, day, amount and memo, since
 * the banks' ids are empty, repeated or changed. The last two may repeat legitimately, so they are counted
 * (`vezesNoArquivo`).
 */
export function chaveDoMovimento(movimento: Movimento): string {
  const { origem, banco, contaBancaria, dia, valorCentavos } = movimento
  if (origem === 'pix')
    return ['pix', movimento.endToEndId, ...(movimento.devolucaoId ? [movimento.devolucaoId] : [])].join('|')
  const conta = `${banco ?? ''}|${contaCanonica(contaBancaria)}`
  if (origem === 'ofx')
    return ['ofx', conta, dia, movimento.saiu ? -valorCentavos : valorCentavos, memo(movimento.descricao)].join('|')
  const valorDaChave = movimento.valorDaChaveCentavos ?? valorCentavos
  const titulo = numeroCanonico(movimento.nossoNumero ?? '')
  const semTitulo = titulo === '' ? memo(movimento.descricao) : ''
  return ['cnab', conta, titulo, movimento.ocorrencia ?? '', dia, valorDaChave, semTitulo].join('|')
}

/**
 * Numbers the movements of a file that have the same key, counting on from `vistos` (which it updates): equal lines of
 * one file are distinct movements, and the same lines in another file are the same ones.
 */
export const vezesNoArquivo = (chaves: readonly string[], vistos: Map<string, number>): number[] =>
  chaves.map((chave) => {
    const vez = (vistos.get(chave) ?? 0) + 1
    vistos.set(chave, vez)
    return vez
  })

/**
 * Credits (and refunds) of statements that are a Pix known already, or the other way round: one for one, by the Pix's own id,
 * else by account, day (a statement's may be the banks' next), amount and payer. Gives the pairs by their places in both lists; whoever came second is the repeated one.
 */
export function mesmoDinheiro(
  doExtrato: readonly Movimento[],
  doPix: readonly Movimento[],
): { extrato: number; pix: number }[] {
  const pares: { extrato: number; pix: number }[] = []
  const usados = new Set<number>()
  const casados = new Set<number>()
  const casar = (chaveDe: (um: Movimento) => string | null, igual: (extrato: Movimento, pix: Movimento) => boolean) => {
    const porChave = Map.groupBy(doPix.keys(), (i) => chaveDe(doPix[i]!))
    for (const [extrato, credito] of doExtrato.entries()) {
      const chave = chaveDe(credito)
      if (chave === null || casados.has(extrato) || !DE_ALGUEM.includes(credito.tipo) || credito.lote) continue
      const pix = porChave
        .get(chave)
        ?.find((i) => !usados.has(i) && doPix[i]!.tipo === credito.tipo && igual(credito, doPix[i]!))
      if (pix === undefined) continue
      usados.add(pix)
      casados.add(extrato)
      pares.push({ extrato, pix })
    }
  }
  // A Pix comes once, and may go back in parts.
  casar(
    (um) => um.endToEndId,
    (um, outro) => um.tipo === 'credito' || um.valorCentavos === outro.valorCentavos,
  )
  const diaEValor = ({ dia, valorCentavos }: Movimento) => `${dia}|${valorCentavos}`
  casar(diaEValor, (extrato, pix) => mesmaConta(extrato, pix) && mesmoPagador(extrato.pagador, pix.pagador))
  // When whoever has a name has found their own: by the document, and last by the name, which is that of all who begin alike. A
  // customer of ours is nobody who was erased.
  for (const sinal of ['documento', 'nome'] as const)
    casar(diaEValor, (extrato, pix) => mesmaConta(extrato, pix) && sinalIgual(extrato, pix) === sinal)
  // Last, what happened while banks were closed, which many statements book on their next day.
  casar(
    ({ dia, valorCentavos }) => `${proximoDiaBancario(dia)}|${valorCentavos}`,
    (extrato, pix) =>
      diaBancario(extrato.dia) &&
      !diaBancario(pix.dia) &&
      mesmaConta(extrato, pix) &&
      mesmoPagador(extrato.pagador, pix.pagador),
  )
  return pares.sort((a, b) => a.extrato - b.extrato)
}

/** The days that the other source may give to what this one gives this day. */
export function diasNaOutraFonte({ origem, dia }: Pick<Movimento, 'origem' | 'dia'>): Dia[] {
  if (origem === 'pix') return [...new Set([dia, proximoDiaBancario(dia)])]
  const dias = [dia]
  if (diaBancario(dia))
    for (let antes = somarDias(dia, -1); !diaBancario(antes); antes = somarDias(antes, -1)) dias.push(antes)
  return dias
}

const DE_ALGUEM: readonly Movimento['tipo'][] = ['credito', 'devolucao']

/** A Pix does not always say of which account: then the account agrees with any. */
function mesmaConta(extrato: Movimento, pix: Movimento): boolean {
  if (extrato.endToEndId !== null) return false
  return (
    (pix.contaBancaria === null || contaCanonica(pix.contaBancaria) === contaCanonica(extrato.contaBancaria)) &&
    (pix.banco === null || extrato.banco === null || pix.banco === extrato.banco)
  )
}

type Dito = Pick<Movimento, 'dia' | 'valorCentavos' | 'pagador' | 'banco' | 'txid' | 'nossoNumero' | 'peloPix'>
export interface Decidido extends Dito {
  ignorado: boolean
}

/**
 * Of a boleto that a return says was paid by the Pix code on it, the Pix that somebody decided about already, or the other way round: by
 * amount, payer and day (the return's may be the banks' next). Each explains one, so those before it that were ignored use theirs up.
 */
export function ditoAntes(este: Dito, decididos: readonly Decidido[]): Decidido | null {
  const usados = decididos.filter(
    (um) =>
      um.ignorado && !um.peloPix === !este.peloPix && um.dia === este.dia && mesmoPagador(um.pagador, este.pagador),
  )
  const outros = decididos.filter((um) => !um.ignorado && mesmoBoleto(este, um))
  return outros[usados.length] ?? null
}

/** Those that are the Pix of one of these boletos, or the boleto of one of these Pix. */
export function doMesmoBoleto<Outro extends Dito>(estes: readonly Dito[], outros: readonly Outro[]): Outro[] {
  const comChave = estes.flatMap((este) => chavesDoBoleto(este).map((chave) => ({ chave, este })))
  const porChave = Map.groupBy(comChave, ({ chave }) => chave)
  return outros.filter((outro) =>
    chavesDoBoleto(outro).some((chave) => porChave.get(chave)?.some(({ este }) => mesmoBoleto(este, outro))),
  )
}

/** A boleto and its Pix have one of these alike: amount, day, and what every bank shows of who paid. */
function chavesDoBoleto({ peloPix, dia, valorCentavos, pagador }: Dito): string[] {
  const dias = peloPix ? [dia] : [dia, proximoDiaBancario(somarDias(dia, 1))]
  const quem = [palavras(pagador?.nome ?? '').slice(0, MENOR_CORTE), visivelDe(pagador?.documento ?? '')]
  return quem.flatMap((este) => (este === '' ? [] : dias.map((um) => `${valorCentavos}|${um}|${este}`)))
}

/** One is the Pix that paid the other. */
const mesmoBoleto = (um: Dito, outro: Dito): boolean => (um.peloPix ? doBoleto(um, outro) : doBoleto(outro, um))

/** A Pix without a txid is of no code, and so of no boleto's. */
const doBoleto = (boleto: Dito, pix: Dito): boolean =>
  boleto.peloPix === true &&
  !pix.peloPix &&
  pix.txid !== null &&
  boleto.valorCentavos === pix.valorCentavos &&
  [pix.dia, proximoDiaBancario(somarDias(pix.dia, 1))].includes(boleto.dia) &&
  (pix.banco === null || pix.banco === boleto.banco) &&
  mesmoPagador(boleto.pagador, pix.pagador)

/** By document where both say one (a masked one by what it shows), else by name, which banks cut short. */
export function mesmoPagador(um: Pagador | null, outro: Pagador | null): boolean {
  if (!um || !outro) return false
  if (um.documento && outro.documento) return documentosCombinam(um.documento, outro.documento)
  return um.nome !== null && outro.nome !== null && nomesCombinam(um.nome, outro.nome)
}

/** `***982247**` matches 52998224725; fewer than six characters visible in both are no match. */
export function documentosCombinam(um: string, outro: string): boolean {
  if (um.length !== outro.length) return false
  let iguais = 0
  for (let i = 0; i < um.length; i++) {
    if (um[i] === '*' || outro[i] === '*') continue
    if (um[i] !== outro[i]) return false
    iguais += 1
  }
  return iguais >= 6
}

const MENOR_CORTE = 10

/** The same words, or one cut short as statements do: "CAFÉ & PÃO DE A" is "Café & Pão de Açúcar Ltda". */
export function nomesCombinam(um: string, outro: string): boolean {
  const [curto, longo] = [palavras(um), palavras(outro)].sort((a, b) => a.length - b.length) as [string, string]
  if (curto === longo) return curto !== ''
  return curto.length >= MENOR_CORTE && longo.startsWith(curto)
}

/**
 * Of a payer who is to be erased: one of 256 of the beginning of the name, which is what every bank shows, and one of the document. Too
 * many people have the same to say of anybody who it was; and yet of one day and amount another document is hardly the same.
 */
export function sinaisDe({ nome, documento }: Pagador): Sinais {
  const visivel = visivelDe(documento ?? '')
  return {
    nome: sinal(palavrasDoSinal(nome ?? '').slice(0, MENOR_CORTE)),
    documento: visivel.includes('*') ? null : sinal(visivel),
  }
}

/** Of a CPF what a masked one shows. */
const visivelDe = (documento: string): string => (documento.length === 11 ? documento.slice(3, 9) : documento)

/** FNV-1a folded to eight bits; null of nothing. */
function sinal(texto: string): number | null {
  const h = [...texto].reduce((ate, letra) => Math.imul(ate ^ letra.codePointAt(0)!, 16_777_619), 2_166_136_261)
  return texto === '' ? null : (h ^ (h >>> 16)) & 255
}

type Quem = Pick<Movimento, 'pagador' | 'sinais' | 'deCliente'>

/** As `mesmoPagador`, where one of them was erased: what they agree by; null where they do not. */
export function sinalIgual(um: Quem, outro: Quem): 'documento' | 'nome' | null {
  if (!um.sinais && !outro.sinais) return null
  const [este, aquele] = [um, outro].map(({ pagador, sinais }) => sinais ?? (pagador && sinaisDe(pagador)))
  if (!este || !aquele) return null
  if (este.documento !== null && aquele.documento !== null)
    return este.documento === aquele.documento ? 'documento' : null
  if (um.deCliente || outro.deCliente) return null
  return este.nome !== null && este.nome === aquele.nome ? 'nome' : null
}

const soLetras = (nome: string): string =>
  normalizar(nome)
    .replace(/&/g, ' e ')
    .replace(/[^a-z0-9]+/g, ' ')
const TIPO_DE_EMPRESA = /( (ltda|me|epp|eireli|s a|sa|mei))+$/
/** "Ltda." ends in a point. */
const palavras = (nome: string): string => soLetras(nome).trim().replace(TIPO_DE_EMPRESA, '')
/** Its sign is stored: by another formula whoever was erased before would not be found. */
const palavrasDoSinal = (nome: string): string => soLetras(nome).replace(TIPO_DE_EMPRESA, '').trim()

const memo = (descricao: string): string => descricao.toUpperCase().replace(/\s+/g, ' ').trim()
/** Without punctuation and the zeros before it. */
export const numeroCanonico = (numero: string): string =>
  numero
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '')
const contaCanonica = (conta: string | null): string => numeroCanonico(conta ?? '')
