! Fortran 2008 with its modules and allocatable results.
module shapes
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  type, abstract :: shape
  contains
    procedure(area_of), deferred :: area
  end type shape
  abstract interface
    real(real64) function area_of(self)
      import :: shape, real64
      class(shape), intent(in) :: self
    end function area_of
  end interface
  type, extends(shape) :: square
    real(real64) :: side
  contains
    procedure :: area => square_area
  end type square
contains
  real(real64) function square_area(self)
    class(square), intent(in) :: self
    square_area = self%side**2
  end function square_area
end module shapes

program library
  use shapes
  implicit none
  class(shape), allocatable :: one
  character(len=:), allocatable :: text
  allocate (one, source=square(3.0_real64))
  if (abs(one%area() - 9) > 1e-12) error stop 1
  text = repeat('ab', 3)
  if (text /= 'ababab' .or. sum([1, 2, 3]) /= 6) error stop 2
  print '(a)', 'complete'
end program library
