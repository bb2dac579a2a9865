import { sql } from 'kysely'
import { diaDe, somarDias } from '#domain/data.ts'
import { type Cenario, menos } from './cenario.ts'

const LISTA = 'PROCON-SP'
/** How many days ago each was registered; a list takes effect after thirty. */
const HA_DIAS = [120, 75, 45, 12]

/**
 * A do-not-contact list imported last week: it silences two customers, one authorised contact anyway, and for one it is
 * not in force yet; its other phones are no customer's.
 */
export async function importarLista({ trx, agora, operadores }: Cenario, administrador: number): Promise<void> {
  const importada = menos(agora, 6 * 24 * 60)
  await sql`insert into lista_de_bloqueio (origem, importada_em) values (${LISTA}, ${importada})
    on conflict do nothing`.execute(trx)
  const { rows } = await sql<{ id: number; contato_id: number; canonico: string }>`
    select c.id, c.contato_id, t.canonico from cliente c join contato t on t.id = c.contato_id
    where c.status = 'ativo' and c.vencimento_mais_antigo < ${diaDe(agora)}::date
      and not exists (select from promessa p where p.cliente_id = c.id) and not exists (select from contestacao d where d.cliente_id = c.id)
      and not exists (select from negociacao n where n.cliente_id = c.id)
    order by c.id desc limit ${HA_DIAS.length}`.execute(trx)
  const estranhos = Array.from({ length: 36 }, (_, i) => `55117${String(7_000_001 + i * 311)}`)
  const linhas = [...rows.map(({ canonico }) => canonico), ...estranhos].map((canonico, i) => ({
    canonico,
    origem: LISTA,
    registrado_em: somarDias(diaDe(agora), -(HA_DIAS[i] ?? 60 + i)),
  }))
  await trx
    .insertInto('bloqueio')
    .values(linhas)
    .onConflict((c) => c.doNothing())
    .execute()
  const [, , autorizou] = rows
  if (!autorizou) return
  await trx
    .insertInto('autorizacao')
    .values({
      cliente_id: autorizou.id,
      contato_id: autorizou.contato_id,
      origem: 'telefone',
      texto: 'Pode continuar mandando por aqui, é mais fácil para mim.',
      em: somarDias(diaDe(agora), -4),
      usuario_id: administrador ?? operadores[0]!,
      criada_em: menos(agora, 4 * 24 * 60),
    })
    .execute()
}
