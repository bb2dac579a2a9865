import { sql } from 'kysely'
import { diaDe, somarDias } from '#domain/data.ts'
import type { PassoDaTratativa } from './passos-do-cliente.ts'
import type { Pessoa, World } from './world.ts'

/** The parts of the walk that this file needs. */
interface Passeio {
  world: World
  chamar(pessoa: Pessoa, metodo: 'POST' | 'PATCH', url: string, corpo?: object): Promise<void>
}

/** Promises and disputes that operators record, and their answers; a refusal is an acceptable answer. */
export async function tratar(caminhada: Passeio, passo: PassoDaTratativa, pessoa: Pessoa, id: number): Promise<void> {
  const { world } = caminhada
  const base = `/api/operador/clientes/${id}`
  switch (passo.tipo) {
    case 'prometer': {
      const ate = somarDias(world.hoje(), passo.em)
      const contas = await escolher(world, id, passo)
      return caminhada.chamar(pessoa, 'POST', `${base}/promessas`, { contas, ate, ...(passo.parte && { valor: 25 }) })
    }
    case 'cancelar_promessa': {
      const qual = await ultima(world, 'promessa', id)
      return caminhada.chamar(pessoa, 'PATCH', `${base}/promessas/${qual}/cancelar`, { motivo: 'Não vem mais' })
    }
    case 'contestar': {
      const contas = await escolher(world, id, passo)
      return caminhada.chamar(pessoa, 'POST', `${base}/contestacoes`, { contas, motivo: passo.motivo })
    }
    case 'responder_contestacao': {
      const qual = await ultima(world, 'contestacao', id)
      const [conta] = await contasDa(world, qual)
      const mexe = passo.status === 'procedente' && conta !== undefined
      const corrigida = passo.cancela ? { id: conta, cancelar: true } : { id: conta, valor: 42.42 }
      return caminhada.chamar(pessoa, 'PATCH', `${base}/contestacoes/${qual}`, {
        status: passo.status,
        resposta: 'Conferido com o faturamento',
        ...(mexe && { contas: [corrigida] }),
      })
    }
  }
}

/** Of a customer's open accounts the one at this place, oldest first, or all. */
export async function escolher({ db }: World, clienteId: number, { conta, todas }: { conta: number; todas: boolean }) {
  const abertas = await db
    .selectFrom('conta')
    .select('id')
    .where('cliente_id', '=', clienteId)
    .where('situacao', '=', 'aberta')
    .orderBy('id')
    .execute()
  const ids = abertas.map(({ id }) => id)
  return todas ? ids : ids.slice(conta, conta + 1)
}

const ultima = async ({ db }: World, tabela: 'promessa' | 'contestacao', clienteId: number): Promise<number> =>
  (
    await db
      .selectFrom(tabela)
      .select('id')
      .where('cliente_id', '=', clienteId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.id ?? 0

const contasDa = async ({ db }: World, contestacao: number): Promise<number[]> =>
  (await db.selectFrom('contestacao_conta').select('conta_id').where('contestacao_id', '=', contestacao).execute()).map(
    ({ conta_id }) => conta_id,
  )

const dePe = (nome: string, texto: string) => ({ nome, texto })
const REGRAS = [
  dePe(
    'an account is held by a promise while that is awaited, by a dispute while that is open, and never by both',
    `select pc.conta_id from promessa_conta pc join promessa p on p.id = pc.promessa_id where pc.pendente <> (p.status = 'pendente')
     union all
     select cc.conta_id from contestacao_conta cc join contestacao d on d.id = cc.contestacao_id where cc.aberta <> (d.encerrada_em is null)
     union all
     select pc.conta_id from promessa_conta pc join contestacao_conta cc on cc.conta_id = pc.conta_id where pc.pendente and cc.aberta`,
  ),
  dePe(
    'what is awaited or disputed is still there to be paid: no account of an agreement or cancelled, and one open at least',
    `select p.id from promessa p join promessa_conta pc on pc.promessa_id = p.id join conta c on c.id = pc.conta_id
       where p.status = 'pendente' group by p.id
       having bool_or(c.situacao in ('negociada', 'cancelada')) or not bool_or(c.situacao = 'aberta')
     union all
     select d.id from contestacao d join contestacao_conta cc on cc.contestacao_id = d.id join conta c on c.id = cc.conta_id
       where d.encerrada_em is null group by d.id having bool_or(c.situacao = 'negociada') or not bool_or(c.situacao = 'aberta')`,
  ),
  dePe(
    'a promise knows what was paid of it, and is kept exactly when that reaches it or nothing of it is open; an agreement that ends takes nothing back',
    `select p.id from promessa p join lateral (
         select coalesce(sum(greatest(valem - havia, 0)), 0) as pago from (
           select coalesce(sum(x.principal_centavos + x.encargos_centavos) filter (where g.estornado_em is null), 0) as valem,
             coalesce(sum(x.principal_centavos + x.encargos_centavos)
               filter (where g.id <= p.depois_de and (g.estornado_em is null or g.estornado_em > p.criada_em)), 0) as havia
           from promessa_conta pc join pagamento_alocacao x on x.conta_id = pc.conta_id join pagamento g on g.id = x.pagamento_id
           where pc.promessa_id = p.id group by coalesce(g.movimento_id, -g.id)) m) f on true
       join lateral (select bool_and(c.situacao = 'paga') as tudo, bool_or(c.situacao in ('negociada', 'cancelada')) as fim
           from promessa_conta pc join conta c on c.id = pc.conta_id where pc.promessa_id = p.id) t on true
     where (p.status in ('pendente', 'cumprida', 'parcial') and f.pago <> p.pago_centavos and not (t.fim and f.pago < p.pago_centavos))
       or (p.status = 'pendente' and (f.pago >= p.valor_centavos or t.tudo))
       or (p.status = 'cumprida' and f.pago < p.valor_centavos and not t.tudo and not t.fim)`,
  ),
  dePe(
    'of two acts at once one wins: an account is promised once, disputed once, and its customer under one agreement',
    `select conta_id from promessa_conta pc join promessa p on p.id = pc.promessa_id where p.status = 'pendente' group by 1 having count(*) > 1
     union all
     select conta_id from contestacao_conta cc join contestacao d on d.id = cc.contestacao_id where d.encerrada_em is null group by 1 having count(*) > 1
     union all
     select cliente_id from negociacao where status in ('proposta', 'aguarda_aprovacao', 'ativa') group by 1 having count(*) > 1`,
  ),
  dePe(
    'no link leads to a customer by a phone that is not theirs, or whose holder said so',
    `select l.id from link l join cliente c on c.id = l.cliente_id where l.encerrado_em is null and (c.contato_id is distinct from l.contato_id
       or exists (select from pessoa_do_telefone n where n.cliente_id = c.id and n.contato_id = l.contato_id and n.negada_em is not null))`,
  ),
]

/** The first violated rule of promises and disputes; null when all hold. */
export async function tratativaErrada({ db }: World): Promise<string | null> {
  for (const { nome, texto } of REGRAS) {
    const { rows } = await sql.raw(texto).execute(db)
    if (rows.length > 0) return `${nome}: ${JSON.stringify(rows.slice(0, 3))}`
  }
  return null
}

/**
 * After the day's turn no hold lasts forever: no promise is pending after its last day, unless its money may be on its
 * way, and no agreement waits for its first payment, or for approval, after its deadline.
 */
export async function semFim({ db, relogio }: World): Promise<string | null> {
  const hoje = diaDe(relogio.agora())
  const { rows } = await sql<{ id: number }>`
    select p.id, 'promessa' as o_que from promessa p where p.status = 'pendente' and p.limite < ${hoje}::date
      and not exists (select from promessa_conta pc join conta_a_caminho h on h.conta_id = pc.conta_id
        where pc.promessa_id = p.id)
    union all
    select n.id, n.status from negociacao n where n.status in ('proposta', 'aguarda_aprovacao')
      and (n.vence_em is null or n.vence_em < ${hoje}::date)`.execute(db)
  return rows.length > 0 ? `holds that nobody ended: ${JSON.stringify(rows)}` : null
}
