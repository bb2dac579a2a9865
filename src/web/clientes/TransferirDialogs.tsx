import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fraseDe } from '#web/api/erro.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.queries.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { FormSelect } from '#web/ui/formFields.tsx'
import { type Alvo, useAcoesAdmin } from './admin.api.ts'
import { type ConsultaAdmin, clientesAdminQuery } from './admin.queries.ts'
import { cadaUm } from './cadaUm.ts'
import './clientes.css'

const SEM_DONO = 'nenhum'

interface Props {
  alvo: Alvo
  quantos: number
  aoFim?: () => void
  aoFechar: () => void
}

function useOperadoresAtivos() {
  const { data, error } = useQuery(dashboardOperadoresQuery)
  return { ativos: (data ?? []).filter((um) => um.status === 'Ativo'), falha: data ? null : error }
}

const SemOperadores = ({ falha }: { falha: Error }) => (
  <Alert tom="error">Não foi possível ler os operadores. {fraseDe(falha)}</Alert>
)

/** Changes the owner of the chosen customers; without an owner they are in every operator's sight. */
export function TransferirDialog({ alvo, quantos, aoFim, aoFechar }: Props) {
  const { transferir } = useAcoesAdmin()
  const { ativos, falha } = useOperadoresAtivos()
  return (
    <FormDialog
      titulo={`Transferir ${plural(quantos, 'cliente', 'clientes')}`}
      acao={`Transferir ${plural(quantos, 'cliente', 'clientes')}`}
      valores={{ operador_id: '' }}
      aoFechar={aoFechar}
      aoSalvar={async ({ operador_id }) => {
        const para = operador_id === SEM_DONO ? null : Number(operador_id)
        const { transferidos } = await transferir.mutateAsync({ ...alvo, operador_id: para })
        const nome = ativos.find((um) => um.id === para)?.name
        avisar(
          transferidos === 0
            ? 'Já estavam assim: ninguém mudou de dono.'
            : `${plural(transferidos, 'cliente agora é', 'clientes agora são')} ${nome ? `de ${nome}` : 'de ninguém'}.`,
        )
        aoFim?.()
        aoFechar()
      }}
    >
      {({ control }) => (
        <>
          {falha && <SemOperadores falha={falha} />}
          <FormSelect
            control={control}
            nome="operador_id"
            rotulo="Para quem"
            ajuda="Quem estiver em atendimento e ficar sem dono volta para a fila."
            vazio="Escolha"
            opcoes={[
              ...ativos.map((um) => ({
                valor: String(um.id),
                rotulo: `${um.name} (${plural(um.clientes_vinculados, 'cliente', 'clientes')})`,
              })),
              { valor: SEM_DONO, rotulo: 'Ninguém: à vista de todos' },
            ]}
            regras={{ required: 'Escolha para quem transferir.' }}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Shares evenly what belongs to nobody; says how many of the chosen have an owner and stay. */
export function DistribuirDialog({ alvo, quantos, comDono, aoFim, aoFechar }: Props & { comDono: number | undefined }) {
  const { distribuir } = useAcoesAdmin()
  const [escolhidos, setEscolhidos] = useState<ReadonlySet<number>>(new Set())
  const { livres, falha } = useLivres(alvo, quantos, comDono)
  const nenhum = livres === 0
  return (
    <FormDialog
      titulo="Distribuir entre operadores"
      acao={livres ? `Distribuir ${plural(livres, 'cliente', 'clientes')}` : 'Distribuir'}
      valores={{ operadores: '' }}
      aoFechar={aoFechar}
      aoSalvar={async () => {
        const { distribuidos } = await distribuir.mutateAsync({ ...alvo, operadores: [...escolhidos] })
        avisar(
          distribuidos === 0
            ? 'Todos já tinham dono: ninguém mudou.'
            : `${plural(distribuidos, 'cliente distribuído', 'clientes distribuídos')}.`,
        )
        aoFim?.()
        aoFechar()
      }}
    >
      {() => (
        <>
          {falha ? (
            <Alert tom="error">Não foi possível contar quem não tem dono. {fraseDe(falha)}</Alert>
          ) : (
            <Quantos livres={livres} quantos={quantos} />
          )}
          {!nenhum && <Escolha escolhidos={escolhidos} aoMudar={setEscolhidos} />}
          <div className="cada-um" role="status">
            {livres !== undefined && livres > 0 && escolhidos.size > 0 && cadaUm(livres, escolhidos.size)}
          </div>
        </>
      )}
    </FormDialog>
  )
}

/** How many of the chosen are nobody's: known from the rows, or counted under the same filters. */
function useLivres({ filtro }: Alvo, quantos: number, comDono: number | undefined) {
  const deOutro = filtro?.operador_id !== undefined && filtro.operador_id !== SEM_DONO
  const { data, error } = useQuery({
    ...clientesAdminQuery({ ...(filtro as ConsultaAdmin), operador_id: SEM_DONO, per_page: 1 }),
    enabled: comDono === undefined && !deOutro,
  })
  const livres = comDono !== undefined ? quantos - comDono : deOutro ? 0 : data?.total
  return { livres, falha: livres === undefined ? error : null }
}

function Quantos({ livres, quantos }: { livres: number | undefined; quantos: number }) {
  if (livres === undefined) return <div>Contando quem não tem dono…</div>
  const ficam = quantos - livres
  if (livres === 0)
    return (
      <div>
        {quantos === 1 ? 'O cliente escolhido já tem' : `Os ${numero(quantos)} escolhidos já têm`} operador. Para mudar
        de dono, use Transferir.
      </div>
    )
  return (
    <div>
      {plural(livres, 'cliente sem dono vai', 'clientes sem dono vão')} em partes iguais a quem você marcar.
      {ficam > 0 && ` ${plural(ficam, 'já tem operador e fica como está', 'já têm operador e ficam como estão')}.`}
    </div>
  )
}

interface EscolhaProps {
  escolhidos: ReadonlySet<number>
  aoMudar: (novos: ReadonlySet<number>) => void
}

function Escolha({ escolhidos, aoMudar }: EscolhaProps) {
  const { ativos, falha } = useOperadoresAtivos()
  const alternar = (id: number) => {
    const novos = new Set(escolhidos)
    if (!novos.delete(id)) novos.add(id)
    aoMudar(novos)
  }
  const todos = ativos.length > 0 && escolhidos.size === ativos.length
  return (
    <fieldset className="escolha-operadores grid gap-4">
      <legend className="so-leitor">Operadores</legend>
      {falha && <SemOperadores falha={falha} />}
      {ativos.length > 2 && (
        <Checkbox
          className="todos"
          rotulo={`Todos os ${ativos.length} ativos`}
          checked={todos}
          indeterminate={escolhidos.size > 0 && !todos}
          onChange={() => aoMudar(new Set(todos ? [] : ativos.map(({ id }) => id)))}
        />
      )}
      {ativos.map((um) => (
        <Checkbox
          key={um.id}
          checked={escolhidos.has(um.id)}
          onChange={() => alternar(um.id)}
          rotulo={
            <>
              {um.name} <span>{plural(um.clientes_vinculados, 'cliente', 'clientes')}</span>
            </>
          }
        />
      ))}
    </fieldset>
  )
}
