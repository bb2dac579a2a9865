import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Operador } from '#contract/operadores.ts'
import { fraseDe } from '#web/api/erro.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Field.tsx'
import { plural, primeiroNome } from '#web/ui/formatos.ts'
import type { Icon } from '#web/ui/icon.tsx'
import { GroupsOutlined } from '#web/ui/icons/GroupsOutlined.tsx'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { HeadsetMicOutlined } from '#web/ui/icons/HeadsetMicOutlined.tsx'
import { SpeakerNotesOffOutlined } from '#web/ui/icons/SpeakerNotesOffOutlined.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { useAcoesOperadores } from './operadores.api.ts'
import { dashboardOperadoresQuery, operadorQuery } from './operadores.queries.ts'

interface Props {
  um: { id: number; name: string }
  aoFechar: () => void
}

/** Names the person and says, with real numbers, what becomes of each kind of customer. Cancel has the focus. */
export function BloquearDialog({ um, aoFechar }: Props) {
  const { data, error } = useQuery({ ...operadorQuery(um.id), staleTime: 0 })
  const { bloquear } = useAcoesOperadores()
  const [transferir, setTransferir] = useState(false)
  const [para, setPara] = useState('')
  const falta = transferir && !para
  const confirmar = () =>
    bloquear.mutate(
      { id: um.id, transferirPara: transferir ? Number(para) : undefined },
      {
        onSuccess: () => {
          avisar(`${um.name} não entra mais.`)
          aoFechar()
        },
      },
    )
  const fechar = () => {
    if (!bloquear.isPending) aoFechar()
  }
  return (
    <Dialog
      titulo={<span className="quebra">Bloquear {um.name}?</span>}
      enviando={bloquear.isPending}
      aoFechar={fechar}
      recusa={bloquear.error && <Alert tom="error">{fraseDe(bloquear.error)}</Alert>}
      acoes={
        <>
          <Button data-autofocus disabled={bloquear.isPending} onClick={fechar}>
            Cancelar
          </Button>
          <Button variant="contained" danger loading={bloquear.isPending} disabled={!data || falta} onClick={confirmar}>
            Bloquear operador
          </Button>
        </>
      }
    >
      <div className="cinza">{primeiroNome(um.name)} sai do sistema agora e não entra mais até você reativar.</div>
      <div className="bloqueio-fatos grid gap-12">
        {error ? (
          <div className="erro">{fraseDe(error)}</div>
        ) : data ? (
          <Consequencias operador={data} transferir={transferir} />
        ) : (
          <SkeletonList linhas={4} altura={20} />
        )}
      </div>
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
    </Dialog>
  )
}

/** By the contract's rules: their customers become nobody's, those being served go back to the queue, agreements run on. */
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
  <div className="bloqueio-fato flex gap-12">
    <Icone size={20} />
    <span>{children}</span>
  </div>
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
  const { data, error } = useQuery(dashboardOperadoresQuery)
  const outros = (data ?? []).filter((um) => um.status === 'Ativo' && um.id !== id)
  if (error && !data) return <Alert tom="error">Não foi possível ler a quem transferir agora. {fraseDe(error)}</Alert>
  if (outros.length === 0) return null
  return (
    <div className="grid gap-12">
      <Checkbox
        rotulo={
          quantos === 1 ? 'Transferir o cliente agora, ao bloquear' : `Transferir os ${quantos} agora, ao bloquear`
        }
        checked={transferir}
        onChange={({ target }) => aoMarcar(target.checked)}
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
    </div>
  )
}
