import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Operador } from '#contract/operadores.ts'
import { fraseDe } from '#web/api/erro.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { Select } from '#web/ui/Field.tsx'
import { plural, primeiroNome } from '#web/ui/formatos.ts'
import type { Icon } from '#web/ui/icon.tsx'
import { GroupsOutlined } from '#web/ui/icons/GroupsOutlined.tsx'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { HeadsetMicOutlined } from '#web/ui/icons/HeadsetMicOutlined.tsx'
import { SpeakerNotesOffOutlined } from '#web/ui/icons/SpeakerNotesOffOutlined.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { dashboardOperadoresQuery, operadorQuery, useAcoesOperadores } from './operadores.api.ts'

interface Props {
  um: { id: number; name: string }
  aoFechar: () => void
}

/** Names the person and says, with real numbers, what becomes of each kind of customer. Cancel has the focus. */
export function BloquearDialog({ um, aoFechar }: Props) {
  const { data, error } = useQuery({ ...operadorQuery(um.id), staleTime: 0 })
  const { bloquear } = useAcoesOperadores()
  const estreita = useMedia('(max-width: 599.95px)')
  const [transferir, setTransferir] = useState(false)
  const [para, setPara] = useState('')
  const falta = transferir && !para
  const confirmar = () =>
    bloquear.mutate(
      { id: um.id, transferirPara: transferir ? Number(para) : undefined },
      {
        onSuccess: () => {
          avisar(`${um.name} foi bloqueado e não entra mais.`)
          aoFechar()
        },
        onError: (erro) => avisar(fraseDe(erro)),
      },
    )
  return (
    <Dialog
      open
      fullScreen={estreita}
      onClose={aoFechar}
      aria-labelledby="bloquear-titulo"
      aria-describedby="bloquear-texto"
      slotProps={{ paper: { sx: { width: estreita ? '100%' : 480 } } }}
    >
      <DialogTitle id="bloquear-titulo" sx={{ overflowWrap: 'anywhere' }}>
        Bloquear {um.name}?
      </DialogTitle>
      <DialogContent id="bloquear-texto">
        <Typography sx={{ color: 'text.secondary' }}>
          {primeiroNome(um.name)} sai do sistema agora e não entra mais até você reativar.
        </Typography>
        <Box sx={{ my: 4, py: 4, borderBlock: `1px solid ${cor.divider}`, display: 'grid', gap: 3, minHeight: 200 }}>
          {error ? (
            <Typography color="error">{fraseDe(error)}</Typography>
          ) : data ? (
            <Consequencias operador={data} transferir={transferir} />
          ) : (
            [0, 1, 2, 3].map((n) => <Skeleton key={n} />)
          )}
        </Box>
        {data && data.clientes_vinculados > 0 && (
          <Transferencia
            id={um.id}
            quantos={data.clientes_vinculados}
            transferir={transferir}
            aoMarcar={setTransferir}
            para={para}
            aoEscolher={setPara}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={aoFechar}>
          Cancelar
        </Button>
        <Button
          variant="contained"
          color="error"
          loading={bloquear.isPending}
          disabled={!data || falta}
          onClick={confirmar}
        >
          Bloquear operador
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** By the contract's rules: what is theirs is freed, who was being served waits, agreements run on. */
function Consequencias({ operador, transferir }: { operador: Operador; transferir: boolean }) {
  const { clientes_vinculados, clientes_em_atendimento, acordos_ativos } = operador
  const livres = clientes_vinculados - clientes_em_atendimento
  return (
    <>
      {transferir ? (
        <Fato icone={GroupsOutlined}>
          <b>{plural(clientes_vinculados, 'cliente passa', 'clientes passam')}</b> a quem você escolher abaixo, também
          os que estão em atendimento
        </Fato>
      ) : (
        <>
          <Fato icone={HeadsetMicOutlined}>
            {clientes_em_atendimento === 0 ? (
              'Ninguém está em atendimento com esta pessoa'
            ) : (
              <>
                <b>
                  {plural(clientes_em_atendimento, 'cliente em atendimento volta', 'clientes em atendimento voltam')}
                </b>{' '}
                para a fila, sem dono
              </>
            )}
          </Fato>
          <Fato icone={GroupsOutlined}>
            <b>{plural(livres, 'cliente vinculado fica', 'clientes vinculados ficam')}</b> sem dono, à vista de todos os
            operadores
          </Fato>
        </>
      )}
      <Fato icone={HandshakeOutlined}>
        <b>{plural(acordos_ativos, 'acordo em andamento segue', 'acordos em andamento seguem')}</b>, com os lembretes da
        régua
      </Fato>
      <Fato icone={SpeakerNotesOffOutlined}>O que foi escrito e ainda não saiu é cancelado</Fato>
    </>
  )
}

const Fato = ({ icone: Icone, children }: { icone: Icon; children: ReactNode }) => (
  <Box sx={{ display: 'flex', gap: 3, '& b': { fontWeight: 600 } }}>
    <Icone size={20} style={{ color: 'var(--text-2)', flexShrink: 0 }} aria-hidden />
    <span>{children}</span>
  </Box>
)

interface TransferenciaProps {
  id: number
  quantos: number
  transferir: boolean
  aoMarcar: (sim: boolean) => void
  para: string
  aoEscolher: (id: string) => void
}

function Transferencia({ id, quantos, transferir, aoMarcar, para, aoEscolher }: TransferenciaProps) {
  const { data } = useQuery(dashboardOperadoresQuery)
  const outros = (data ?? []).filter((um) => um.status === 'Ativo' && um.id !== id)
  if (outros.length === 0) return null
  return (
    <>
      <FormControlLabel
        control={<Checkbox checked={transferir} onChange={(_, sim) => aoMarcar(sim)} />}
        label={
          quantos === 1 ? 'Transferir o cliente agora, ao bloquear' : `Transferir os ${quantos} agora, ao bloquear`
        }
      />
      {transferir && (
        <Select
          rotulo="Para quem"
          vazio="Escolha"
          valor={para}
          opcoes={outros.map((um) => ({
            valor: String(um.id),
            rotulo: `${um.name} (${plural(um.clientes_vinculados, 'cliente', 'clientes')})`,
          }))}
          aoMudar={aoEscolher}
        />
      )}
    </>
  )
}
