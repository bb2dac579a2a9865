import type { ClienteDetalhado } from '#contract/clientes.ts'
import { diaDe } from '#domain/data.ts'
import { antesDe } from '#domain/decisao.ts'
import { estaConfirmada, PESSOA_DESCONHECIDA } from '#domain/pessoa.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db } from '#server/db/schema.ts'
import type { Quadro } from '#server/regua/decisao.queries.ts'

/** What is known of the customer's phone as theirs, and whether the engine waits for it. */
export async function pessoaDe(db: Db, id: number, { momento, vizinhos }: Quadro): Promise<ClienteDetalhado['pessoa']> {
  const consulta = db
    .selectFrom('pessoa_do_telefone as p')
    .innerJoin('cliente as c', (join) =>
      join.onRef('c.id', '=', 'p.cliente_id').onRef('c.contato_id', '=', 'p.contato_id'),
    )
    .select(['p.confirmada_em', 'p.confirmada_por', 'p.ouvida_em'])
    .where('p.cliente_id', '=', id)
  const [sabido] = (await preparada(db, consulta.compile())).rows
  const ouvidaEm = sabido?.ouvida_em ? diaDe(sabido.ouvida_em) : null
  const vale = estaConfirmada({ ...PESSOA_DESCONHECIDA, ouvidaEm }, momento.dia)
  const cliente = vizinhos.find((um) => um.id === id)
  return {
    confirmada_em: vale ? sabido!.confirmada_em : null,
    confirmada_por: vale ? sabido!.confirmada_por : null,
    falta: cliente?.numeroValido === true && antesDe(cliente, momento) !== 'nada',
    perguntas: vale ? 0 : (cliente?.pessoa.perguntas ?? 0),
    perguntada_em: vale ? null : (cliente?.pessoa.perguntadaEm ?? null),
  }
}
