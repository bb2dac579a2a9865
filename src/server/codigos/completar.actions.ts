import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { BYTES_DO_TXID, txidDe } from '#domain/codigo.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import type { PixApi } from '#server/psp/pix-api.ts'
import type { Servicos } from '#server/servicos.ts'
import { type CodigoPreparado, DADO_DE_NOVO, escreverEstatico, gravarNovos } from './preparar.actions.ts'

export type Meios = Pick<Servicos, 'db' | 'pix' | 'relogio' | 'log'>

/** A code that the PSP still has to make, or that it made before and may have removed since. */
export const precisaDoPsp = (codigo: CodigoPreparado): boolean =>
  codigo.copiaECola === null || (codigo[DADO_DE_NOVO] === true && codigo.tipo !== 'pix_estatico')

/**
 * Asks the PSP for the codes that need it, all at once and within its two seconds, outside any transaction. An unanswered one, or one
 * that the PSP removed by itself, becomes a static code, and the charge that may exist at the PSP is cancelled later. Returns each
 * with its text, in the given order; null if the accounts changed meanwhile.
 */
export async function completarCodigos(
  meios: Meios,
  codigos: readonly CodigoPreparado[],
): Promise<(CodigoPreparado | null)[]> {
  const feitos = await Promise.all(
    codigos.filter(precisaDoPsp).map(async (codigo) => ({
      codigo,
      copiaECola: codigo.copiaECola === null ? await pedir(meios, codigo) : await conferir(meios, codigo),
    })),
  )
  const mudados = feitos.filter(({ codigo, copiaECola }) => codigo.copiaECola === null || copiaECola === null)
  if (mudados.length === 0) return [...codigos]
  const completos = await gravarRespostas(meios, mudados)
  // One that we ended meanwhile is removed there by us.
  for (const { codigo } of mudados)
    if (codigo.copiaECola !== null && completos.has(codigo.id))
      meios.log.warn({ codigo: codigo.id }, 'o PSP removeu a cobrança; vai um código estático')
  const ids = new Set(mudados.map(({ codigo }) => codigo.id))
  return codigos.map((codigo) => (ids.has(codigo.id) ? (completos.get(codigo.id) ?? null) : codigo))
}

/** By txid, until when what the PSP said of a charge holds. */
const conferidos = new Map<string, number>()
const CONFERIDO_MS = 60_000

/** The text of a charge made before; null: it was removed there. While the PSP does not say, nothing is known against it. */
async function conferir({ pix }: Meios, { tipo, txid, copiaECola }: CodigoPreparado): Promise<string | null> {
  const agora = performance.now()
  const api = pix.emFalta() || agora < (conferidos.get(txid) ?? 0) ? null : await pix.api()
  if (!api) return copiaECola
  const dita = await api.consultar(tipo === 'pix_cob' ? 'cob' : 'cobv', txid)
  pix.respondeu(dita)
  if (dita.tipo !== 'ok') return copiaECola
  if (dita.valor.status.startsWith('REMOVIDA')) return null
  for (const [outro, ate] of conferidos) if (ate <= agora) conferidos.delete(outro)
  conferidos.set(txid, agora + CONFERIDO_MS)
  return copiaECola
}

/** The PSP's text of the charge; null: it gave none, for whatever reason. */
async function pedir({ pix, relogio, log }: Meios, codigo: CodigoPreparado): Promise<string | null> {
  const api = pix.emFalta() ? null : await pix.api()
  if (!api) return null
  const feita = await criar(api, codigo, relogio.agora())
  pix.respondeu(feita)
  // With another id or amount, it is not the charge that was asked for.
  const pedida =
    feita.tipo === 'ok' &&
    feita.valor.txid === codigo.txid &&
    feita.valor.status === 'ATIVA' &&
    feita.valor.originalCentavos === codigo.valorCentavos
  if (pedida) return feita.valor.copiaECola
  log.warn({ codigo: codigo.id, feita }, 'o PSP não fez a cobrança; vai um código estático')
  return null
}

/** Always with the same txid, so that the PSP never makes a second charge. */
function criar(api: PixApi, codigo: CodigoPreparado, agora: Date) {
  const { txid, valorCentavos, descricao, devedor, vencimento, taxas } = codigo
  const pedida = { txid, valorCentavos, descricao }
  if (codigo.tipo === 'pix_cobv' && devedor)
    return api.criarCobV({
      ...pedida,
      devedor,
      vencimento: dePagar(vencimento, agora),
      validadeDias: VALIDADE_DIAS,
      taxas,
    })
  return api.criarCob({ ...pedida, expiraEmSegundos: ateOFimDe(codigo.valeAte, agora) })
}

/**
 * A due day on a weekend that began is past although still payable: today moves to the same business day, so today is
 * sent.
 */
const dePagar = (vencimento: Dia, agora: Date): Dia => (vencimento < diaDe(agora) ? diaDe(agora) : vencimento)

const VALIDADE_DIAS = 30

/** Brazil has had no summer time since 2019. */
const ateOFimDe = (dia: Dia, agora: Date) =>
  Math.max(60, Math.ceil((Date.parse(`${dia}T23:59:59-03:00`) - agora.getTime()) / 1_000))

interface Feito {
  codigo: CodigoPreparado
  copiaECola: string | null
}

async function gravarRespostas({ db, pix, relogio }: Meios, feitos: readonly Feito[]) {
  const { recebedor } = await pix.meios()
  const agora = relogio.agora()
  const [comTexto, semTexto] = [feitos.filter(temTexto), feitos.filter((um) => !temTexto(um))]
  return emTransacao(db, async (trx) => {
    // Behind whoever is changing what their accounts owe.
    if (semTexto.length > 0)
      await travarClientes(
        trx,
        semTexto.map(({ codigo }) => codigo.clienteId).sort((a, b) => a - b),
      )
    const vivos = await anotarTextos(trx, comTexto)
    const completos = comTexto.flatMap(({ codigo, copiaECola }) =>
      vivos.has(codigo.id) ? [{ ...codigo, copiaECola }] : [],
    )
    const estaticos = recebedor ? await trocarPorEstaticos(trx, semTexto, recebedor, agora) : []
    return new Map([...completos.map((um) => [um.id, um] as const), ...estaticos])
  })
}

const temTexto = (feito: Feito): feito is Feito & { copiaECola: string } => feito.copiaECola !== null

async function anotarTextos(
  trx: Trx,
  feitos: readonly { codigo: CodigoPreparado; copiaECola: string }[],
): Promise<Set<number>> {
  if (feitos.length === 0) return new Set()
  const linhas = feitos.map(({ codigo: { id }, copiaECola }) => ({ id, texto: copiaECola }))
  const { rows } = await sql<{ id: number }>`
    update codigo c set copia_e_cola = n.texto
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(id bigint, texto text)
    where c.id = n.id and c.situacao = 'emitido' returning c.id`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** A total expires today; an agreement's first payment keeps its date. */
const valeAteEstatico = ({ negociacaoId, valeAte }: CodigoPreparado, agora: Date): Dia =>
  negociacaoId === null ? diaDe(agora) : valeAte

/** Keyed by the id of the code that it replaces. */
async function trocarPorEstaticos(trx: Trx, feitos: readonly Feito[], recebedor: Recebedor, agora: Date) {
  const vistos = feitos.map(({ codigo: { id, copiaECola } }) => ({ id, texto: copiaECola }))
  const { rows } = await sql<{ id: number }>`
    update codigo c set situacao = 'cancelado' from jsonb_to_recordset(${JSON.stringify(vistos)}::jsonb) as v(id bigint, texto text)
    where c.id = v.id and c.situacao = 'emitido' and c.copia_e_cola is not distinct from v.texto
    returning c.id`.execute(trx)
  const trocados = new Set(rows.map(({ id }) => id))
  const velhos = feitos.map(({ codigo }) => codigo).filter(({ id }) => trocados.has(id))
  const novos = velhos.map((velho) => {
    const txid = txidDe('pix_estatico', randomBytes(BYTES_DO_TXID))
    const copiaECola = escreverEstatico(recebedor, velho.valorCentavos, txid)
    return { ...velho, tipo: 'pix_estatico' as const, txid, copiaECola, valeAte: valeAteEstatico(velho, agora) }
  })
  const gravados = await gravarNovos(trx, novos, agora)
  return gravados.map((novo, i) => [velhos[i]!.id, novo] as const)
}
