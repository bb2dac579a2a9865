import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** What is broken now and matters to everyone, the worst first. */
export async function buscarAlertas(db: Db): Promise<{ codigo: string; mensagem: string }[]> {
  const { rows } = await sql<{
    parada: string | null
    na_fila: number
    de_lado: number
    sem_resultado: number
  }>`
    select conta_parada_mensagem as parada,
      (select count(*) from mensagem where envio = 'fila') as na_fila,
      (select count(*) from evento_whatsapp where posto_de_lado_em is not null and processado_em is null) as de_lado,
      (select count(*) from mensagem where envio = 'desconhecida') as sem_resultado
    from configuracao`.execute(db)
  const { parada, na_fila, de_lado, sem_resultado } = rows[0]!
  return [
    ...(parada ? [{ codigo: 'whatsapp_parado', mensagem: `${parada} ${fila(na_fila)}`.trim() }] : []),
    ...(de_lado > 0
      ? [
          {
            codigo: 'eventos_de_lado',
            mensagem: `${de_lado} ${plural(de_lado, 'aviso')} do WhatsApp não ${de_lado === 1 ? 'pôde ser lido e foi guardado' : 'puderam ser lidos e foram guardados'} à parte.`,
          },
        ]
      : []),
    ...(sem_resultado > 0
      ? [
          {
            codigo: 'resultado_desconhecido',
            mensagem: `${sem_resultado} ${plural(sem_resultado, 'mensagem', 'mensagens')} sem resposta do WhatsApp: não se sabe ainda se ${sem_resultado === 1 ? 'chegou' : 'chegaram'}.`,
          },
        ]
      : []),
  ]
}

const plural = (n: number, um: string, muitos = `${um}s`) => (n === 1 ? um : muitos)

const fila = (n: number) => (n === 0 ? '' : `${n} ${plural(n, 'mensagem espera', 'mensagens esperam')} na fila.`)
