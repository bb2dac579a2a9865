import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { mudarRecebimento as contrato } from '#contract/recebimento.ts'
import { chavePix } from '#domain/chave-pix.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import { codigoPix, PIX_MAXIMO } from '#domain/partes.ts'
import { cancelarTodosOsCodigos, esquecerCodigos } from '#server/codigos/vida.actions.ts'
import { modeloQueCopiaPix, tentarBotoesDeNovo } from '#server/configuracao/modelos-em-uso.queries.ts'
import { semAusentes } from '#server/configuracao/sem-ausentes.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import { type ColunaSecreta, SEGREDOS_DO_PSP } from '#server/psp/provedor.ts'
import type { Servicos } from '#server/servicos.ts'
import { type Mudancas, NADA_VARRIDO, pspDepois, type QuemRecebe, SEM_PSP } from './psp.actions.ts'
import { lerLinha } from './recebimento.queries.ts'

/** Wakes the jobs that ask the PSP, on every node. */
export const CANAL_PSP = 'psp'

export type NovoRecebimento = z.output<typeof contrato.schema.body>

/**
 * Changes how the company receives: omitted fields stay. A PSP's credentials are tested before they replace working
 * ones, outside any transaction; if somebody else changed the settings meanwhile, the change is refused.
 */
export async function mudarRecebimento(
  servicos: Pick<Servicos, 'db' | 'relogio' | 'chaveSecreta' | 'pix' | 'saida'>,
  novo: NovoRecebimento,
  quem: Quem,
): Promise<void> {
  const { db, relogio } = servicos
  const agora = relogio.agora()
  const antes = await lerTudo(db)
  const pix = pixDepois(antes, novo)
  if (pix.chave !== antes.pix) await recusarPixLongo(db, pix.chave)
  const psp = await pspDepois(servicos, antes.linha, novo.psp, pix, agora)
  const mudancas: Mudancas = {
    ...novo.empresa,
    ...(novo.pix === undefined ? {} : { pix_nome: pix.nome, pix_cidade: pix.cidade }),
    ...psp,
    ...politicas(novo),
  }
  const campos = [...Object.keys(semAusentes(mudancas)), ...(novo.pix === undefined ? [] : ['pix'])]
  if (campos.length === 0) return
  await emTransacao(db, async (trx) => {
    const agoraEscrito = await lerTudo(trx, true)
    if ((psp || novo.pix !== undefined) && !isDeepStrictEqual(quemRecebe(agoraEscrito), quemRecebe(antes)))
      throw new RegraViolada('psp_mudou', OUTRA_PESSOA)
    if (novo.pix !== undefined) await trx.updateTable('configuracao').set({ pix: pix.chave }).execute()
    const outraChave = novo.pix !== undefined && chaveDe(agoraEscrito.pix) !== chaveDe(pix.chave)
    await trx
      .updateTable('recebimento')
      .set({
        ...semAusentes(mudancas),
        // The PSP needs our address for each key, and again after its credentials change.
        ...((psp || outraChave) && { psp_webhook_conferido_em: null }),
        ...(outraChave && comOutraChave(agoraEscrito.pix)),
      })
      .execute()
    if (novo.botao_de_pagamento && !antes.linha.botao_de_pagamento) await tentarBotoesDeNovo(trx)
    if (mudancas.psp_base_url !== undefined && mudancas.psp_base_url !== antes.linha.psp_base_url)
      await esquecerCodigos(trx)
    else if (outraChave) await cancelarTodosOsCodigos(trx)
    await registrar(trx, {
      agora,
      acao: 'recebimento.configurar',
      descricao: novo.psp === null ? SAIU_O_PSP : 'A configuração de recebimento foi alterada.',
      ...quem,
      // Which, never what.
      dados: { campos },
    })
    await sql`select pg_notify(${CANAL_PSP}, '')`.execute(trx)
  })
  servicos.pix.esquecer()
}

/** Real people could not pay the emulated bank's codes: it goes with WhatsApp's emulator. */
export async function desligarBancoEmulado(trx: Trx, agora: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('recebimento')
    .set(SEM_PSP)
    .where(({ or, eb }) => or([eb('psp_emulado', '=', true), eb('psp_base_url', 'like', '%/emulador/pix/v2')]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await esquecerCodigos(trx)
  await registrar(trx, { agora, acao: 'recebimento.configurar', descricao: SAIU_O_EMULADO })
  await sql`select pg_notify(${CANAL_PSP}, '')`.execute(trx)
}

const chaveDe = (pix: string | null) => pix && (chavePix(pix) ?? pix)

/** Stores the previous key, since old codes are still paid to it; payments to the new one are read from the start. */
function comOutraChave(pix: string | null) {
  const anterior = pix && chavePix(pix)
  return {
    ...NADA_VARRIDO,
    ...(anterior && {
      chaves_anteriores: sql<string[]>`array_append(array_remove(chaves_anteriores, ${anterior}), ${anterior})`,
    }),
  }
}

const SAIU_O_PSP = 'O PSP foi retirado: os códigos passam a ser estáticos.'
const SAIU_O_EMULADO =
  'O banco emulado foi retirado, com os códigos dele, porque a conta do WhatsApp agora é de verdade: os códigos passam a ser estáticos.'
const OUTRA_PESSOA =
  'Outra pessoa mudou a chave Pix ou o PSP agora há pouco. Recarregue a página, confira e grave de novo.'

async function lerTudo(db: Db | Trx, travar = false) {
  const linha = travar
    ? await db.selectFrom('recebimento').selectAll().forUpdate().executeTakeFirstOrThrow()
    : await lerLinha(db)
  const { pix } = await db.selectFrom('configuracao').select('pix').executeTakeFirstOrThrow()
  return { linha, pix }
}
type Antes = Awaited<ReturnType<typeof lerTudo>>

/** Settings saved or tested together, compared so that of two simultaneous partial changes neither undoes the other. */
const quemRecebe = ({ linha, pix }: Antes) => [pix, ...QUEM_RECEBE.map((coluna) => linha[coluna])]
const QUEM_RECEBE = [
  ...(['pix_nome', 'pix_cidade', 'psp_base_url', 'psp_token_url', 'psp_client_id'] as const),
  ...(Object.keys(SEGREDOS_DO_PSP) as ColunaSecreta[]),
]

const politicas = (novo: NovoRecebimento): Mudancas =>
  semAusentes({
    botao_de_pagamento: novo.botao_de_pagamento,
    carencia_dias_uteis: novo.carencia_dias_uteis,
    promessa_max_dias: novo.promessa_max_dias,
    perdao_maximo_centavos: novo.perdao_maximo,
    confirmar_pessoa: novo.confirmar_pessoa,
  })

/** Key, name and city come together: a code needs all three. */
function pixDepois({ linha, pix }: Antes, novo: NovoRecebimento): QuemRecebe {
  const atual = { chave: pix, nome: linha.pix_nome, cidade: linha.pix_cidade }
  if (novo.pix === undefined) return atual
  if (novo.pix === null) {
    if (linha.psp_base_url !== null && novo.psp !== null) throw new CamposInvalidos({ pix: [PSP_SEM_CHAVE] })
    return { chave: null, nome: null, cidade: null }
  }
  const {
    chave = atual.chave && (chavePix(atual.chave) ?? atual.chave),
    nome = atual.nome,
    cidade = atual.cidade,
  } = novo.pix
  const faltam = {
    ...(chave ? {} : { 'pix.chave': ['Informe a chave Pix.'] }),
    ...(nome ? {} : { 'pix.nome': ['Informe o nome de quem recebe, como o cliente o conhece.'] }),
    ...(cidade ? {} : { 'pix.cidade': ['Informe a cidade de quem recebe.'] }),
  }
  if (Object.keys(faltam).length > 0) throw new CamposInvalidos(faltam)
  return { chave, nome, cidade }
}

const PSP_SEM_CHAVE = 'O PSP recebe por esta chave. Retire o PSP antes de tirar a chave Pix.'

/** Refuses a key that is too long for a template's copy button, which would stop that template. */
async function recusarPixLongo(db: Db, chave: string | null) {
  if (codigoPix(chave) !== null) return
  const modelo = await modeloQueCopiaPix(db)
  if (modelo === null) return
  throw new CamposInvalidos({
    'pix.chave': [
      `O modelo “${modelo}” tem um botão que copia a chave Pix: ela deve ter de 1 a ${PIX_MAXIMO} caracteres. Tire o botão antes.`,
    ],
  })
}
