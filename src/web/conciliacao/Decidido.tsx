import { Link } from '@tanstack/react-router'
import type { MovimentoDetalhado } from '#contract/conciliacao.ts'
import { Button } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { dinheiro } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Secao } from '#web/ui/Secao.tsx'

const EscolherContasDialog = onDemand(() => import('./EscolherContasDialog.tsx'), 'EscolherContasDialog')
const dialogos = () => import('./MotivoDialogs.tsx')
const DesfazerDialog = onDemand(dialogos, 'DesfazerDialog')
const DevolvidoDialog = onDemand(dialogos, 'DevolvidoDialog')

/** What became of the movement, undoing that, and what may still be done with a credit. */
export function Decidido({ um }: { um: MovimentoDetalhado }) {
  if (um.tipo !== 'credito') return <OutroMovimento um={um} />
  const com = (Dialogo: typeof DesfazerDialog) => () =>
    void abrir((fechar) => <Dialogo um={um} aoFechar={() => fechar()} />)
  return (
    <>
      <Secao className="movimento-secao grid gap-8" titulo="O que virou">
        <dl className="movimento-dados algarismos">
          <Parte nome="Aplicado a contas" valor={um.aplicado} />
          <Parte nome="Crédito a devolver" valor={um.credito} />
          <Parte nome="Devolvido" valor={um.devolvido} />
          <Parte nome="Ainda sem prova do banco" valor={um.sem_prova} />
        </dl>
        {um.cliente && (
          <p>
            De{' '}
            <Link className="ligacao" to="/admin/clientes" search={{ cliente: String(um.cliente.id) }}>
              {um.cliente.nome}
            </Link>
          </p>
        )}
        {um.motivo && <p className="cinza quebra">{um.motivo}</p>}
      </Secao>
      <div className="movimento-acoes flex wrap gap-8">
        {um.credito > 0 && (
          <>
            <Button
              variant="contained"
              onClick={() => void abrir((fechar) => <EscolherContasDialog um={um} aoFechar={() => fechar()} />)}
            >
              Usar o crédito
            </Button>
            <Button variant="outlined" onClick={com(DevolvidoDialog)}>
              Já devolvi
            </Button>
          </>
        )}
        {(um.situacao !== 'devolvido' || um.sem_prova > 0) && <Button onClick={com(DesfazerDialog)}>Desfazer</Button>}
      </div>
    </>
  )
}

/** A movement that is no credit: the reason and, for a refund that a person ignored, undoing that. */
function OutroMovimento({ um }: { um: MovimentoDetalhado }) {
  const desfazer = () => void abrir((fechar) => <DesfazerDialog um={um} aoFechar={() => fechar()} />)
  return (
    <>
      {um.motivo && (
        <Secao className="movimento-secao grid gap-8" titulo="Por quê">
          <p className="cinza">{um.motivo}</p>
        </Secao>
      )}
      {um.tipo === 'devolucao' && um.situacao === 'ignorado' && (
        <div className="movimento-acoes flex wrap gap-8">
          <Button onClick={desfazer}>Desfazer</Button>
        </div>
      )}
    </>
  )
}

const Parte = ({ nome, valor }: { nome: string; valor: number }) =>
  valor > 0 && (
    <div>
      <dt className="cinza">{nome}</dt>
      <dd>{dinheiro(valor)}</dd>
    </div>
  )
