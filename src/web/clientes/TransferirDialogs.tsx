import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.api.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { CampoEscolha } from '#web/ui/campos.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { plural } from '#web/ui/formatos.ts'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { useAcoesAdmin } from './admin.api.ts'

const SEM_DONO = 'nenhum'

/** Changes the owner of the chosen customers; without an owner they are in every operator's sight. */
export function TransferirDialog({
  ids,
  aoTransferir,
  aoFechar,
}: {
  ids: number[]
  aoTransferir?: () => void
  aoFechar: () => void
}) {
  const { data } = useQuery(dashboardOperadoresQuery)
  const { transferir } = useAcoesAdmin()
  const ativos = (data ?? []).filter((um) => um.status === 'Ativo')
  return (
    <FormDialog
      titulo={`Transferir ${plural(ids.length, 'cliente', 'clientes')}`}
      acao="Transferir"
      valores={{ operador_id: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ operador_id }) => {
        await transferir.mutateAsync({ ids, operador_id: operador_id === SEM_DONO ? null : Number(operador_id) })
        avisar(`${plural(ids.length, 'cliente transferido', 'clientes transferidos')}.`)
        aoTransferir?.()
        aoFechar()
      }}
    >
      {({ control }) => (
        <CampoEscolha
          control={control}
          nome="operador_id"
          rotulo="Para quem"
          ajuda="Quem estiver em atendimento e ficar sem dono volta para a fila."
          vazio="Escolha"
          opcoes={[
            ...ativos.map((um) => ({ valor: String(um.id), rotulo: um.name })),
            { valor: SEM_DONO, rotulo: 'Ninguém: à vista de todos' },
          ]}
          regras={{ required: 'Escolha para quem transferir.' }}
        />
      )}
    </FormDialog>
  )
}

interface Distribuir {
  status: Cliente['status'] | undefined
  busca: string | undefined
  aoFechar: () => void
}

/** Shares evenly what belongs to nobody; whoever has an owner stays. */
export function DistribuirDialog({ status, busca, aoFechar }: Distribuir) {
  const { data } = useQuery(dashboardOperadoresQuery)
  const { distribuir } = useAcoesAdmin()
  const [escolhidos, setEscolhidos] = useState<ReadonlySet<number>>(new Set())
  const ativos = (data ?? []).filter((um) => um.status === 'Ativo')
  const alternar = (id: number) => {
    const novos = new Set(escolhidos)
    if (!novos.delete(id)) novos.add(id)
    setEscolhidos(novos)
  }
  return (
    <FormDialog
      titulo="Distribuir clientes sem operador"
      acao="Distribuir"
      valores={{ operadores: '' }}
      aoFechar={aoFechar}
      aoSalvar={async () => {
        const { distribuidos } = await distribuir.mutateAsync({
          operadores: [...escolhidos],
          ...(status && { status }),
          ...(busca && { busca }),
        })
        avisar(`${plural(distribuidos, 'cliente distribuído', 'clientes distribuídos')}.`)
        aoFechar()
      }}
    >
      {() => (
        <>
          <Typography>
            Em partes iguais entre quem você marcar. Clientes que já têm operador ficam como estão.
            {busca && ` Só os encontrados por “${busca}”.`}
          </Typography>
          {status && <StatusChip de={statusCliente[status]} />}
          <FormGroup aria-label="Operadores">
            {ativos.map((um) => (
              <FormControlLabel
                key={um.id}
                control={<Checkbox checked={escolhidos.has(um.id)} onChange={() => alternar(um.id)} />}
                label={`${um.name} (${plural(um.clientes_vinculados, 'cliente', 'clientes')})`}
              />
            ))}
          </FormGroup>
        </>
      )}
    </FormDialog>
  )
}
