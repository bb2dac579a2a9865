import { sql } from 'kysely'
import { emBytes } from '#domain/bytes.ts'
import { DIA_MS, diaDe, formatarDia } from '#domain/data.ts'
import { barrado, type SituacaoModelo } from '#domain/modelo.ts'
import { plural } from '#domain/plural.ts'
import { frasesDosSelos } from '#domain/selo.ts'
import type { Config } from '#server/config.ts'
import { lerSituacaoDasCopias, type SituacaoDasCopias } from '#server/copia/registro.queries.ts'
import { buscarTodosOsAlertas } from '#server/dashboard/todos-os-alertas.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { conferirSelos, verSituacaoDosSelos } from '#server/logs/conferir-selos.queries.ts'
import { conferirSegredos } from '#server/segredos/preparar.actions.ts'
import { type Achado, atencao, bem, mal } from './achado.ts'

/** Whether this place's key decrypts the secrets in the database. */
export async function examinarSegredos(db: Db, chave: Buffer, anterior: Config['chaveAnterior']): Promise<Achado[]> {
  const { guardados, ilegiveis } = await conferirSegredos(db, chave)
  const segredos = plural(guardados, 'segredo', 'segredos')
  const abrem =
    ilegiveis === 0
      ? bem(`SECRET_KEY abre tudo o que o banco de dados guarda fechado: ${segredos}.`)
      : mal(
          `SECRET_KEY não abre ${ilegiveis} de ${segredos} do banco de dados: inicie com a chave de antes, ou ponha-a em SECRET_KEY_ANTERIOR.`,
        )
  if (anterior === null) return [abrem]
  return [
    abrem,
    atencao('SECRET_KEY_ANTERIOR ainda está definida. Depois de um início bem-sucedido, tire-a do ambiente.'),
  ]
}

/** What every administrator's dashboard tells: WhatsApp and its webhook, PSP, mail, lists, the watched folder, copies. */
export async function examinarAvisos(db: Db, configurado: boolean, agora: Date, deFora: Date): Promise<Achado[]> {
  // Disks have an exam of their own.
  const alertas = await buscarTodosOsAlertas(db, { configurado, agora, deFora, discos: [] })
  return alertas.map(({ titulo, mensagem }) => mal(`${titulo}: ${mensagem}`))
}

/** Whether Meta reaches us, and which templates it does not let be sent: of each the text written last, and the one that was in use. */
export async function examinarWhatsapp(db: Db): Promise<Achado[]> {
  const { webhook_recebido_em } = await db
    .selectFrom('configuracao')
    .select('webhook_recebido_em')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ titulo: string; situacao: SituacaoModelo; motivo: string | null }>`
    select m.titulo, v.situacao, v.motivo from modelo_versao v join modelo m on m.tipo = v.tipo
    where v.numero = (select max(numero) from modelo_versao where tipo = v.tipo)
      or v.numero = (select max(numero) from modelo_versao where tipo = v.tipo and aprovada_em is not null and apagada_em is null)
    order by v.tipo, v.numero desc`.execute(db)
  const parados = rows.filter(barrado)
  return [
    webhook_recebido_em === null
      ? atencao('A Meta ainda não chamou o webhook do WhatsApp: confira o endereço em Config. WhatsApp.')
      : bem(`O último webhook do WhatsApp chegou em ${formatarDia(diaDe(webhook_recebido_em))}.`),
    ...parados.map(({ titulo, situacao, motivo }) =>
      mal(`O modelo ${titulo} está ${situacao} na Meta. ${motivo ?? ''}`.trim()),
    ),
    ...(parados.length === 0 && rows.length > 0
      ? [bem('Nenhum modelo de mensagem está rejeitado ou pausado na Meta.')]
      : []),
  ]
}

/** All of the log against its seals: reads the whole log. */
export async function examinarSelos(db: Db): Promise<Achado[]> {
  const { linhas, selos, problemas } = await conferirSelos(db)
  if (problemas.length > 0)
    return problemas.map((problema) => mal(`Selos do log: ${frasesDosSelos[problema.tipo](problema)}`))
  return [
    bem(
      `${plural(selos, 'selo do log confere', 'selos do log conferem')}, sobre ${plural(linhas, 'registro', 'registros')}.`,
    ),
  ]
}

/** The result of the job that checks the seals: reads nothing of the log. */
export async function examinarSelosGuardados(db: Db): Promise<Achado[]> {
  const { ultimo, problema, conferido_em } = await verSituacaoDosSelos(db)
  if (problema) return [mal(`Selos do log: ${problema.frase}`)]
  if (!ultimo) return [bem('O primeiro selo do log vem em um minuto.')]
  const ate = `O log está selado até ${formatarDia(diaDe(ultimo.selado_em))}, em ${plural(ultimo.numero, 'selo', 'selos')}`
  return [
    bem(conferido_em ? `${ate}, e todos conferem.` : `${ate}. A primeira conferência de todos ainda não terminou.`),
  ]
}

const ENSAIO_VELHO_MS = 90 * DIA_MS
const ENSAIE = 'npm run restore -- --ensaio restaura a mais nova à parte, e diz se ela serve.'

/** Backups: whether there is one, whether a restore was rehearsed, and whether nightly ones are on. */
export async function examinarCopias(db: Db, { pasta, senha }: Config['copia'], deFora: Date): Promise<Achado[]> {
  const { ultima, ensaio } = await lerSituacaoDasCopias(db)
  return [
    ultima
      ? bem(
          `A última cópia de segurança é de ${formatarDia(diaDe(ultima.em))} (${emBytes(ultima.bytes)}${ultima.arquivo ? `, em ${ultima.arquivo}` : ''}).`,
        )
      : atencao('Nenhuma cópia de segurança foi feita ainda: npm run backup.'),
    ...(ultima ? [julgarEnsaio(ensaio, deFora)] : []),
    ...(pasta === null
      ? [atencao('A cópia da noite está desligada: defina BACKUP_DIR, em outro disco.')]
      : [bem(`A cópia da noite vai para ${pasta}.`)]),
    ...(senha === null
      ? [atencao('As cópias não são cifradas: defina BACKUP_KEY, e guarde-a fora desta máquina.')]
      : []),
  ]
}

function julgarEnsaio(ensaio: SituacaoDasCopias['ensaio'], deFora: Date): Achado {
  if (!ensaio) return atencao(`Ninguém experimentou ainda restaurar uma cópia: ${ENSAIE}`)
  const dia = formatarDia(diaDe(ensaio.em))
  if (ensaio.erro) return mal(`A restauração ensaiada em ${dia} falhou: ${ensaio.erro}`)
  return deFora.getTime() - Date.parse(ensaio.em) > ENSAIO_VELHO_MS
    ? atencao(
        `Faz mais de três meses que ninguém experimenta restaurar uma cópia (a última vez foi em ${dia}): ${ENSAIE}`,
      )
    : bem(`A restauração de uma cópia foi ensaiada em ${dia}, e deu certo.`)
}
