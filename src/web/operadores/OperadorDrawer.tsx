import { useQuery } from '@tanstack/react-query'
import type { Operador } from '#contract/operadores.ts'
import { agora } from '#web/api/agora.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Dado } from '#web/ui/Dado.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaEHora, dinheiro, numero, ultimaVez } from '#web/ui/formatos.ts'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { KeyOutlined } from '#web/ui/icons/KeyOutlined.tsx'
import { PainelAoLado } from '#web/ui/PainelAoLado.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { StatusChip, statusOperador } from '#web/ui/StatusChip.tsx'
import { bloquear, editar, trocarSenha, zerarSegundoFator } from './acoes.tsx'
import { useAcoesOperadores } from './operadores.api.ts'
import { operadorQuery } from './operadores.queries.ts'

/** One operator beside the list: what they hold and did this month, and what an administrator may do. */
export function OperadorDrawer({ id, aoFechar }: { id: number; aoFechar: () => void }) {
  const { data, error, refetch } = useQuery(operadorQuery(id))
  return (
    <PainelAoLado rotulo="Operador" titulo={data?.name ?? 'Operador'} aoFechar={aoFechar}>
      {error && !data ? (
        <ErrorState titulo="Não foi possível abrir o operador" erro={error} aoTentar={() => void refetch()} />
      ) : data ? (
        <Ficha um={data} />
      ) : (
        <div className="operador-carregando">
          <SkeletonList linhas={7} altura={20} />
        </div>
      )}
    </PainelAoLado>
  )
}

function Ficha({ um }: { um: Operador }) {
  const { reativar } = useAcoesOperadores()
  return (
    <div className="operador-ficha">
      <div className="row wrap gap-8">
        <StatusChip de={statusOperador[um.status]} />
        <span className="cinza quebra">{um.email}</span>
      </div>
      <dl className="operador-dados grid gap-12 algarismos">
        <Dado rotulo="Clientes vinculados">{numero(um.clientes_vinculados)}</Dado>
        <Dado rotulo="Em atendimento agora">{numero(um.clientes_em_atendimento)}</Dado>
        <Dado rotulo="Acordos em andamento">{numero(um.acordos_ativos)}</Dado>
        <Dado rotulo="Contatos no mês">{numero(um.contatos_mes)}</Dado>
        <Dado rotulo="Recebido no mês">{dinheiro(um.valor_recebido_mes)}</Dado>
        <Dado rotulo="Segundo fator">{um.segundo_fator ? 'ativo' : 'não'}</Dado>
        <Dado rotulo="Última entrada">{um.ultima_entrada_em ? ultimaVez(um.ultima_entrada_em, agora()) : 'nunca'}</Dado>
        <Dado rotulo="Desde">{diaEHora(um.created_at)}</Dado>
      </dl>
      <div className="row wrap gap-8">
        <Button variant="outlined" startIcon={<EditOutlined />} onClick={() => editar('operador', um)}>
          Editar
        </Button>
        <Button variant="outlined" startIcon={<KeyOutlined />} onClick={() => trocarSenha('operador', um)}>
          Trocar a senha
        </Button>
        {um.segundo_fator && (
          <Button variant="outlined" onClick={() => void zerarSegundoFator('operador', um)}>
            Zerar segundo fator
          </Button>
        )}
        {um.status === 'Ativo' ? (
          <Button danger onClick={() => bloquear(um)}>
            Bloquear
          </Button>
        ) : (
          <Button variant="contained" onClick={() => reativar.mutate(um)}>
            Reativar
          </Button>
        )}
      </div>
      <div className="row wrap gap-8">
        <ButtonLink className="rente" to="/admin/clientes" search={{ operador_id: String(um.id) }}>
          Ver os clientes
        </ButtonLink>
        <ButtonLink to="/admin/logs" search={{ usuario_id: String(um.id) }}>
          Ver o que fez
        </ButtonLink>
      </div>
    </div>
  )
}
