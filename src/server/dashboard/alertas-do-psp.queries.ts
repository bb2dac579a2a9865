import { sql } from 'kysely'
import type { Alerta } from '#contract/dashboard.ts'
import { DIA_MS, diaDe, formatarDia } from '#domain/data.ts'
import { plural } from '#domain/plural.ts'
import type { Db } from '#server/db/schema.ts'

const AVISAR_CERTIFICADO_MS = 30 * DIA_MS

/** The PSP that does not answer as it did, and its certificate before it ends: payments are then learned late, or not by themselves. */
export async function alertasDoPsp(db: Db, agora: Date): Promise<Alerta[]> {
  const { psp_base_url, psp_erro, psp_conferido_em, psp_certificado_ate } = await db
    .selectFrom('recebimento')
    .select(['psp_base_url', 'psp_erro', 'psp_conferido_em', 'psp_certificado_ate'])
    .executeTakeFirstOrThrow()
  if (psp_base_url === null) return []
  const alertas: Alerta[] = []
  if (psp_erro !== null) {
    const mensagem = `${psp_erro} Enquanto isso os códigos saem estáticos, e os pagamentos não são reconhecidos automaticamente. Veja Recebimento.`
    alertas.push({
      codigo: 'psp_com_erro',
      titulo: 'O PSP do Pix não responde como antes',
      desde: psp_conferido_em,
      mensagem,
      erro: null,
    })
  }
  const { de_lado, desde } = await avisosDoPspDeLado(db)
  if (de_lado > 0) {
    const quantos = plural(
      de_lado,
      'aviso não pôde ser lido e foi guardado',
      'avisos não puderam ser lidos e foram guardados',
    )
    const mensagem = `${quantos} à parte: pode haver pagamento que ninguém conhece. Veja Recebimento.`
    alertas.push({ codigo: 'avisos_do_psp_de_lado', titulo: 'Avisos do PSP à parte', desde, mensagem, erro: null })
  }
  if (psp_certificado_ate !== null && Date.parse(psp_certificado_ate) - agora.getTime() < AVISAR_CERTIFICADO_MS) {
    const mensagem = `Ele vale até ${formatarDia(diaDe(psp_certificado_ate))}. Peça outro ao PSP e grave-o em Recebimento antes disso.`
    alertas.push({
      codigo: 'psp_certificado',
      titulo: 'O certificado do PSP está no fim',
      desde: null,
      mensagem,
      erro: null,
    })
  }
  return alertas
}

async function avisosDoPspDeLado(db: Db): Promise<{ de_lado: number; desde: string | null }> {
  const { rows } = await sql<{ de_lado: number; desde: string | null }>`
    select count(*)::int as de_lado, min(posto_de_lado_em) as desde from evento_recebido
    where origem = 'pix' and posto_de_lado_em is not null and processado_em is null`.execute(db)
  return rows[0]!
}
