import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { FILTRO_ATIVO } from '#web/ui/FiltroMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { motivoFila } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { aguardandoQuery, ativosQuery } from './clientes.api.ts'
import { FilaPane } from './FilaPane.tsx'
import { Mesa } from './Mesa.tsx'

type Motivo = NonNullable<Cliente['aguardando_motivo']>
const MOTIVOS = Object.keys(motivoFila) as Motivo[]

/** The queue as a desk: who I am serving on top, then broken agreements, then who waits longest. */
export function AguardandoPage() {
  const { filtros, mudar, pagina } = useFiltros()
  const motivo = MOTIVOS.find((um) => um === filtros.motivo)
  const consulta = useQuery({
    ...aguardandoQuery({ page: pagina, busca: filtros.busca, motivo }),
    refetchInterval: 30_000,
  })
  const comigo = useQuery(
    ativosQuery({ status: 'em_atendimento', carteira: 'minha', busca: filtros.busca, per_page: 50 }),
  )
  const filtrada = Boolean(filtros.busca || motivo)
  const meus = comigo.data?.data ?? []
  const fila = consulta.data?.data ?? []
  const grupos = [
    { titulo: 'Com você agora', clientes: meus },
    { titulo: 'Acordo quebrado', clientes: fila.filter((um) => um.aguardando_motivo === 'acordo_quebrado') },
    { titulo: 'Esperando há mais tempo', clientes: fila.filter((um) => um.aguardando_motivo !== 'acordo_quebrado') },
  ]
  return (
    <Mesa
      lista={
        <FilaPane
          topo={
            <>
              <SearchField
                rotulo="Buscar na fila"
                valor={filtros.busca}
                aoMudar={(busca) => mudar({ busca })}
                largura="100%"
              />
              <Motivos motivo={motivo} aoMudar={(novo) => mudar({ motivo: novo })} />
            </>
          }
          consulta={consulta}
          grupos={grupos}
          vazio={
            filtrada ? (
              <EmptyFiltered
                titulo="Ninguém na fila com estes filtros"
                aoLimpar={() => mudar({ busca: undefined, motivo: undefined })}
              />
            ) : (
              <EmptyState
                icone={HourglassEmptyOutlined}
                titulo="Ninguém esperando"
                texto="Quando um cliente responder, ou um acordo quebrar, ele aparece aqui."
              />
            )
          }
        />
      }
    />
  )
}

/** Reasons to wait, as filters; one at a time. */
function Motivos({ motivo, aoMudar }: { motivo: Motivo | undefined; aoMudar: (motivo: Motivo | undefined) => void }) {
  return (
    <Box
      role="group"
      aria-label="Filtrar por motivo"
      sx={{ display: 'flex', gap: 2, overflowX: 'auto', pb: 1, mx: -1, px: 1 }}
    >
      {MOTIVOS.map((um) => {
        const ativo = um === motivo
        return (
          <Button
            key={um}
            size="small"
            variant="outlined"
            aria-pressed={ativo}
            onClick={() => aoMudar(ativo ? undefined : um)}
            sx={{ flexShrink: 0, ...(ativo && FILTRO_ATIVO) }}
          >
            {motivoFila[um].rotulo}
          </Button>
        )
      })}
    </Box>
  )
}
