import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Operador } from '#contract/operadores.ts'
import { agora } from '#web/api/agora.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaEHora, dinheiro, numero, ultimaVez } from '#web/ui/formatos.ts'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { KeyOutlined } from '#web/ui/icons/KeyOutlined.tsx'
import { PainelAoLado } from '#web/ui/PainelAoLado.tsx'
import { StatusChip, statusOperador } from '#web/ui/StatusChip.tsx'
import { bloquear, editar, trocarSenha } from './acoes.tsx'
import { operadorQuery, useAcoesOperadores } from './operadores.api.ts'

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
        <Box sx={{ p: 5, display: 'grid', gap: 3 }}>
          {[0, 1, 2, 3, 4, 5, 6].map((n) => (
            <Skeleton key={n} />
          ))}
        </Box>
      )}
    </PainelAoLado>
  )
}

function Ficha({ um }: { um: Operador }) {
  const { reativar } = useAcoesOperadores()
  return (
    <Box sx={{ px: 5, py: 4, display: 'grid', gap: 5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <StatusChip de={statusOperador[um.status]} />
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{um.email}</Box>
      </Box>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', gap: 3, fontVariantNumeric: 'tabular-nums' }}
      >
        <Item rotulo="Clientes vinculados">{numero(um.clientes_vinculados)}</Item>
        <Item rotulo="Em atendimento agora">{numero(um.clientes_em_atendimento)}</Item>
        <Item rotulo="Acordos em andamento">{numero(um.acordos_ativos)}</Item>
        <Item rotulo="Contatos no mês">{numero(um.contatos_mes)}</Item>
        <Item rotulo="Recebido no mês">{dinheiro(um.valor_recebido_mes)}</Item>
        <Item rotulo="Última entrada">{um.ultima_entrada_em ? ultimaVez(um.ultima_entrada_em, agora()) : 'nunca'}</Item>
        <Item rotulo="Desde">{diaEHora(um.created_at)}</Item>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button variant="outlined" startIcon={<EditOutlined />} onClick={() => editar(um)}>
          Editar
        </Button>
        <Button variant="outlined" startIcon={<KeyOutlined />} onClick={() => trocarSenha(um)}>
          Trocar a senha
        </Button>
        {um.status === 'Ativo' ? (
          <Button color="error" onClick={() => bloquear(um)}>
            Bloquear
          </Button>
        ) : (
          <Button variant="contained" onClick={() => reativar.mutate(um)}>
            Reativar
          </Button>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, ml: -4 }}>
        <ButtonLink to="/admin/clientes" search={{ operador_id: String(um.id) }}>
          Ver os clientes
        </ButtonLink>
        <ButtonLink to="/admin/logs" search={{ usuario_id: String(um.id) }}>
          Ver o que fez
        </ButtonLink>
      </Box>
    </Box>
  )
}

const Item = ({ rotulo, children }: { rotulo: string; children: ReactNode }) => (
  <>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {rotulo}
    </Box>
    <Box component="dd" sx={{ m: 0, textAlign: 'right', fontWeight: 500 }}>
      {children}
    </Box>
  </>
)
