import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SituacaoDoSegundoFator } from '#contract/segundo-fator.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { segundoFatorQuery } from './minha-conta.queries.ts'

const AtivarDialog = onDemand(() => import('./AtivarSegundoFator.tsx'), 'AtivarSegundoFator')
const DesativarDialog = onDemand(() => import('./DesativarSegundoFator.tsx'), 'DesativarSegundoFator')
/** With this few recovery codes left, losing the telephone may soon shut the person out. */
const POUCOS = 3

/** A second proof beside the password: how it stands, and turning it on and off. */
export function SegundoFatorCard() {
  const { data, error, refetch } = useQuery(segundoFatorQuery)
  return (
    <section className="cartao folgado stack gap-12" aria-label="Segundo fator">
      <div>
        <div className="row between gap-8">
          <h2 className="titulo">Segundo fator</h2>
          {data && <Chip tom={data.ativo ? 'success' : 'neutral'}>{data.ativo ? 'Ativo' : 'Desativado'}</Chip>}
        </div>
        <p className="cinza">Ao entrar, além da senha, pede um código que só o seu celular mostra.</p>
      </div>
      {data ? (
        <Situacao {...data} />
      ) : error ? (
        <ErrorState titulo="Não foi possível abrir o segundo fator" erro={error} aoTentar={() => void refetch()} />
      ) : (
        <Skeleton altura={40} />
      )}
    </section>
  )
}

function Situacao({ ativo, ativado_em, codigos_restantes }: SituacaoDoSegundoFator) {
  const cache = useQueryClient()
  const [recusa, setRecusa] = useState('')
  const [indo, setIndo] = useState(false)
  const reler = () => cache.invalidateQueries({ queryKey: ['sessao'] })
  const ativar = async () => {
    setIndo(true)
    setRecusa('')
    try {
      const novo = await callApi('POST /api/me/segundo-fator', {})
      void abrir((fechar) => <AtivarDialog {...novo} aoAtivar={() => void reler()} aoFechar={() => fechar()} />)
    } catch (erro) {
      setRecusa(fraseDe(erro))
    }
    setIndo(false)
  }
  const desativar = async () => {
    if (
      !(await abrir<boolean>((fechar) => (
        <DesativarDialog aoDesativar={() => fechar(true)} aoFechar={() => fechar()} />
      )))
    )
      return
    await reler()
    avisar('O segundo fator foi desativado.')
  }
  return (
    <>
      {ativo && ativado_em && (
        <p>
          Ativo desde {diaEHora(ativado_em)}. {codigos_restantes === 1 ? 'Resta' : 'Restam'}{' '}
          {plural(codigos_restantes, 'código de recuperação', 'códigos de recuperação')}.
        </p>
      )}
      {ativo && codigos_restantes < POUCOS && (
        <Alert tom="warning">
          Restam poucos códigos de recuperação. Para receber dez novos, desative o segundo fator e ative-o de novo.
        </Alert>
      )}
      {recusa && <Alert tom="error">{recusa}</Alert>}
      <div className="flex to-end">
        {ativo ? (
          <Button variant="outlined" onClick={() => void desativar()}>
            Desativar
          </Button>
        ) : (
          // Busy, not disabled: the dialog gives the focus back to it.
          <Button variant="contained" aria-busy={indo} onClick={() => void (indo || ativar())}>
            Ativar segundo fator
          </Button>
        )}
      </div>
    </>
  )
}
