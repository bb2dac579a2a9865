import { sql } from 'kysely'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { antesDe } from '#domain/decisao.ts'
import { estaConfirmada, PESSOA_DESCONHECIDA } from '#domain/pessoa.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db } from '#server/db/schema.ts'
import type { Quadro } from '#server/regua/decisao.queries.ts'

interface Sabido {
  consentimento_origem: string | null
  consentimento_em: string | null
  aceita_marketing: boolean | null
  aceita_mensagens: boolean | null
  palavra_em: string | null
  negada_em: string | null
  confirmada_em: string | null
  confirmada_por: NonNullable<ClienteDetalhado['pessoa']>['confirmada_por']
  ouvida_em: string | null
  bloqueios: ClienteDetalhado['bloqueios']
  autorizado_em: Dia | null
}

/**
 * What is known of the customer's phone: what the person agreed to receive and where we have it from, the lists that name it and the day of the
 * customer's latest word that lifts them, whether it is theirs, and whether the engine waits to know.
 */
export async function telefoneDe(db: Db, id: number, quadro: Quadro) {
  const consulta = sql<Sabido>`
    select t.consentimento_origem, t.consentimento_em, t.aceita_marketing, t.aceita_mensagens, t.palavra_em,
      p.negada_em, p.confirmada_em, p.confirmada_por, p.ouvida_em,
      coalesce((select jsonb_agg(jsonb_build_object('origem', b.origem, 'registrado_em', b.registrado_em, 'vale_de', b.vale_de)
          order by b.vale_de, b.id) from bloqueio b where b.canonico = t.canonico), '[]') as bloqueios,
      (select max(x.em) from autorizacao x where x.cliente_id = c.id and x.contato_id = c.contato_id) as autorizado_em
    from cliente c left join contato t on t.id = c.contato_id
      left join pessoa_do_telefone p on p.cliente_id = c.id and p.contato_id = c.contato_id
    where c.id = ${id}`
  const sabido = (await preparada(db, consulta.compile(db))).rows[0]!
  const { consentimento_origem: origem, consentimento_em: em } = sabido
  return {
    consentimento: origem === null ? null : { origem, em },
    aceita_marketing: sabido.aceita_marketing ?? true,
    telefone_negado_em: sabido.negada_em,
    recusou_em: sabido.aceita_mensagens === false ? sabido.palavra_em : null,
    bloqueios: sabido.bloqueios,
    autorizado_em: sabido.autorizado_em,
    pessoa: pessoaDe(sabido, id, quadro),
  }
}

function pessoaDe(sabido: Sabido, id: number, { momento, vizinhos }: Quadro): ClienteDetalhado['pessoa'] {
  const ouvidaEm = sabido.ouvida_em ? diaDe(sabido.ouvida_em) : null
  const vale = estaConfirmada({ ...PESSOA_DESCONHECIDA, ouvidaEm }, momento.dia)
  const cliente = vizinhos.find((um) => um.id === id)
  return {
    confirmada_em: vale ? sabido.confirmada_em : null,
    confirmada_por: vale ? sabido.confirmada_por : null,
    falta: cliente?.numeroValido === true && antesDe(cliente, momento) !== 'nada',
    perguntas: vale ? 0 : (cliente?.pessoa.perguntas ?? 0),
    perguntada_em: vale ? null : (cliente?.pessoa.perguntadaEm ?? null),
  }
}
