import { dayCell, textCell } from '#server/platform/csv/cells.ts'

/**
 * Selects every member with their latest sponsor, in the format of `import members`; the license column, which the
 * import ignores, reports whether another account has the same license.
 */
export const MEMBERS_QUERY = `
  select ${textCell('member.member_no')} as member_no, ${textCell('sponsor.member_no')} as sponsor_no, member.type,
    member.status, ${textCell('member.first_name')} as first_name, ${textCell('member.last_name')} as last_name,
    ${textCell('member.email')} as email, ${textCell('member.phone_number')} as phone_number,
    ${dayCell('member.created_at')} as enrolled_on, member.license_state,
    ${textCell('member.cosmetology_id')} as license_number,
    case when member.license_refusal is not null then 'refused' when member.license_number = '' then null
      when member.license_expires_on < (now() at time zone 'America/New_York')::date then 'expired'
      when member.license_approved_at is not null then 'approved' else 'submitted' end as license_status,
    case when exists (select from users other where other.license_state = member.license_state
      and other.license_number = member.license_number and other.license_number <> '' and other.id <> member.id)
      then 'yes' end as license_duplicate,
    member.license_type, to_char(member.license_expires_on, 'YYYY-MM-DD') as license_expires_on
    from users member
    join (select distinct on (member_id) member_id, sponsor_id from sponsorships order by member_id, from_month desc) latest
      on latest.member_id = member.id
    left join users sponsor on sponsor.id = latest.sponsor_id
   order by member.id`
