import { isDeepStrictEqual } from 'node:util'
import { CamposInvalidos, NaoEncontrado } from '#domain/erros.ts'
import { precisaAprovacao, problemasDoTexto, TIPOS_MODELO, type TipoModelo } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { type Botao, emOrdem, problemasDasPartes, problemasDoLink } from '#domain/partes.ts'
import { problemasDaPergunta, problemasDosBotoesDaPergunta } from '#domain/pergunta.ts'
import { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import { haMudanca } from '#server/configuracao/versao.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { partesDe, ultimaVersao, type Versao } from './modelos.queries.ts'

export const ehTipoModelo = (tipo: string): tipo is TipoModelo => (TIPOS_MODELO as readonly string[]).includes(tipo)

export function exigirTipoModelo(tipo: string): TipoModelo {
  if (ehTipoModelo(tipo)) return tipo
  throw new NaoEncontrado('Este modelo de mensagem não existe.')
}

/** Keeps a new text as a new version, to be submitted to Meta. The same text again is no change. */
export async function novaVersao(
  { db, origem }: Pick<Servicos, 'db' | 'origem'>,
  dito: string,
  escrito: {
    texto: string
    cabecalho?: string | null | undefined
    botoes?: Botao[] | undefined
    se_versao?: number | undefined
  },
  quem: Quem,
  agora: Date,
): Promise<TipoModelo> {
  const { texto } = escrito
  const tipo = exigirTipoModelo(dito)
  const problemas = [
    ...problemasDoTexto(texto, precisaAprovacao(tipo)),
    ...daPergunta(tipo, () => problemasDaPergunta(texto)),
  ]
  if (problemas.length > 0) throw new CamposInvalidos({ texto: problemas })
  await emTransacao(db, async (trx) => {
    await trx.selectFrom('modelo').select('tipo').where('tipo', '=', tipo).forUpdate().executeTakeFirstOrThrow()
    const ultima = await ultimaVersao(trx, tipo)
    const partes = await lerPartes(trx, tipo, escrito, ultima, origem)
    const igual =
      ultima.texto === texto && isDeepStrictEqual(partes, partesDe(ultima)) && ultima.situacao !== 'rejeitado'
    if (!haMudanca({ igual, dita: escrito.se_versao, emUso: ultima.numero, frase: MUDOU })) return
    const numero = ultima.numero + 1
    await trx
      .insertInto('modelo_versao')
      .values({
        tipo,
        numero,
        texto,
        partes: JSON.stringify(partes),
        situacao: 'local',
        criada_em: agora,
        usuario_id: quem.usuarioId,
      })
      .execute()
    await trx.updateTable('modelo').set({ updated_at: agora }).where('tipo', '=', tipo).execute()
    await registrar(trx, {
      agora,
      acao: 'modelo.mudar',
      descricao: `Texto do modelo “${MODELOS_PADRAO[tipo].titulo}” alterado (versão ${numero}).`,
      ...quem,
      entidade: 'modelo',
      dados: { tipo, numero },
    })
  })
  return tipo
}

const MUDOU = 'Este texto mudou enquanto você escrevia o seu. Confira as versões e salve de novo.'

/** Required of the question whose the phone is, and of no other template. */
const daPergunta = (tipo: TipoModelo, problemas: () => string[]) => (tipo === MODELO_DA_PERGUNTA ? problemas() : [])

/** Header and buttons as they are to be from now on; what is not said stays. */
async function lerPartes(
  trx: Trx,
  tipo: TipoModelo,
  { cabecalho, botoes }: { cabecalho?: string | null | undefined; botoes?: Botao[] | undefined },
  ultima: Versao,
  origem: string,
): Promise<{ cabecalho: string | null; botoes: Botao[] }> {
  const antes = partesDe(ultima)
  const partes = {
    cabecalho: cabecalho === undefined ? antes.cabecalho : cabecalho,
    botoes: emOrdem(botoes ?? antes.botoes),
  }
  if (partes.cabecalho === null && partes.botoes.length === 0 && tipo !== MODELO_DA_PERGUNTA) return partes
  if (!precisaAprovacao(tipo)) {
    throw new CamposInvalidos({ botoes: ['Este texto vai como mensagem livre, sem cabeçalho nem botões.'] })
  }
  const { pix } = await lerEmpresa(trx)
  const doCabecalho = [
    ...problemasDasPartes({ ...partes, botoes: [] }, pix),
    ...daPergunta(tipo, () => problemasDaPergunta(partes.cabecalho ?? '')),
  ]
  const dosBotoes = [
    ...problemasDasPartes({ ...partes, cabecalho: null }, pix),
    ...problemasDoLink(partes.botoes, origem),
    ...daPergunta(tipo, () => problemasDosBotoesDaPergunta(partes)),
  ]
  if (doCabecalho.length + dosBotoes.length === 0) return partes
  throw new CamposInvalidos({
    ...(doCabecalho.length > 0 ? { cabecalho: doCabecalho } : {}),
    ...(dosBotoes.length > 0 ? { botoes: dosBotoes } : {}),
  })
}
