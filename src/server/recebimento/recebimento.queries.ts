import type { Recebimento } from '#contract/recebimento.ts'
import { emReais } from '#domain/dinheiro.ts'
import { decifrar } from '#server/chaves/cifra.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { contarDeLado } from '#server/entrada/guardados.queries.ts'
import { SEGREDOS_DO_PSP } from '#server/psp/provedor.ts'
import type { Servicos } from '#server/servicos.ts'

export const CAMINHO_WEBHOOK_PIX = '/api/webhooks/pix'

export const lerLinha = (db: Db | Trx): Promise<Linha<'recebimento'>> =>
  db.selectFrom('recebimento').selectAll().executeTakeFirstOrThrow()

/** How the company receives, as the screen shows it; asks the PSP nothing. */
export async function verRecebimento({
  db,
  origem,
  chaveSecreta,
}: Pick<Servicos, 'db' | 'origem' | 'chaveSecreta'>): Promise<Recebimento> {
  const { pix } = await db.selectFrom('configuracao').select('pix').executeTakeFirstOrThrow()
  const linha = await lerLinha(db)
  return {
    empresa: { cnpj: linha.cnpj, endereco: linha.endereco, telefone: linha.telefone },
    pix: pix === null ? null : { chave: pix, nome: linha.pix_nome ?? '', cidade: linha.pix_cidade ?? '' },
    ...pspDe(linha, `${origem}${CAMINHO_WEBHOOK_PIX}`, chaveSecreta),
    avisos_de_lado: await contarDeLado(db, 'pix'),
    botao_de_pagamento: linha.botao_de_pagamento,
    carencia_dias_uteis: linha.carencia_dias_uteis,
    promessa_max_dias: linha.promessa_max_dias,
    perdao_maximo: emReais(linha.perdao_maximo_centavos),
    confirmar_pessoa: linha.confirmar_pessoa,
  }
}

const SEM_PSP = {
  psp: null,
  webhook_url: null,
  situacao: null,
  erro: null,
  webhook_erro: null,
  webhook_recebido_em: null,
  conferido_em: null,
} as const

function pspDe(linha: Linha<'recebimento'>, base: string, chaveSecreta: Buffer) {
  if (linha.psp_base_url === null) return SEM_PSP
  return {
    psp: {
      base_url: linha.psp_base_url,
      token_url: linha.psp_token_url!,
      client_id: linha.psp_client_id!,
      gravados: {
        client_secret: linha.psp_client_secret_cifrado !== null,
        certificado: linha.psp_certificado_cifrado !== null,
        chave_privada: linha.psp_chave_privada_cifrado !== null,
        cabecalhos: linha.psp_cabecalhos_cifrado !== null,
      },
      certificado_ate: linha.psp_certificado_ate,
      emulador: linha.psp_emulado,
    },
    webhook_url: enderecoDoWebhook(linha, base, chaveSecreta),
    situacao: linha.psp_erro === null ? ('conectado' as const) : ('erro' as const),
    erro: linha.psp_erro,
    webhook_erro: linha.psp_webhook_erro,
    webhook_recebido_em: linha.psp_webhook_recebido_em,
    conferido_em: linha.psp_conferido_em,
  }
}

/** Null when its secret was encrypted with another SECRET_KEY. */
function enderecoDoWebhook(linha: Linha<'recebimento'>, base: string, chaveSecreta: Buffer): string | null {
  try {
    const uso = SEGREDOS_DO_PSP.psp_webhook_segredo_cifrado
    return `${base}/${decifrar(chaveSecreta, linha.psp_webhook_segredo_cifrado!, uso)}`
  } catch {
    return null
  }
}
